import { createDiffieHellmanGroup } from 'node:crypto';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** The behaviour of a receiver towards its callers. */
export interface Behaviour {
  /** The protocol that it listens with. */
  transport: 'tcp' | 'tls';
  /** The scheme of the URL that callers get. */
  scheme: 'http' | 'https';
  /** Called when the first bytes of a connection arrive. */
  answer: (connection: Duplex) => void;
  tlsOptions?: TlsOptions;
}

/** Small pieces are written in blocks of this size. */
const BLOCK_BYTES = 256 * 1024;

const OK = 'HTTP/1.1 200 OK\r\n';
const EMPTY = `${OK}content-length: 0\r\n\r\n`;
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\n\r\n';

/** A TLS record of messages that a client ignores while it waits for the server's hello. */
const HELLO_REQUESTS = Buffer.concat([Buffer.from([22, 3, 3, 0x40, 0x00]), Buffer.alloc(0x4000)]);

/** One of each kind, starting with the harmless one. */
export const behaviours: Record<string, Behaviour> = {
  'a good receiver': overHttp((connection) =>
    connection.on('data', () => connection.write(EMPTY)).write(EMPTY),
  ),
  'says nothing': overHttp(() => undefined),
  'drips its answer': overHttp((connection) => drip(connection, `${OK}x: ${'y'.repeat(10_000)}`)),
  'single bytes': overHttp(bytewise(`${OK}x: `, 'y')),
  'interim answers': overHttp(pouring('', EARLY_HINTS)),
  'interim answers over TLS': overTls(pouring('', EARLY_HINTS)),
  'a status line': overHttp(pouring('HTTP/1.1 200 ', 'O')),
  'short headers': overHttp(pouring(OK, 'a:\r\n')),
  'distinct headers': overHttp(pouring(OK, distinctHeaders())),
  'a header line': overHttp(pouring(`${OK}x: `, 'y')),
  'empty lines': overHttp(pouring('', '\r\n')),
  'a gigabyte': overHttp(pouring(`${OK}content-length: 1000000000\r\n\r\n`, 'x')),
  'a gzip bomb': overHttp(pouring(`${OK}content-encoding: gzip\r\n\r\n`, gzipSync(Buffer.alloc(10_000_000)))),
  'small chunks': overHttp(pouring(CHUNKED, '1\r\nx\r\n')),
  'chunk extensions': overHttp(pouring(`${CHUNKED}1`, ';e')),
  trailers: overHttp(pouring(`${CHUNKED}0\r\n`, 'a:\r\n')),
  'empty lines after an answer': overHttp(pouring(EMPTY, '\r\n')),
  'a silent TLS handshake': { transport: 'tcp', scheme: 'https', answer: () => undefined },
  'an endless TLS handshake': { transport: 'tcp', scheme: 'https', answer: pouring('', HELLO_REQUESTS) },
  'a slow key exchange': overTls((connection) => connection.end(EMPTY), {
    maxVersion: 'TLSv1.2',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256',
    dhparam: dhParameters('modp18'),
  }),
};

function overHttp(answer: Behaviour['answer']): Behaviour {
  return { transport: 'tcp', scheme: 'http', answer };
}

function overTls(answer: Behaviour['answer'], tlsOptions: TlsOptions = {}): Behaviour {
  return { transport: 'tls', scheme: 'https', answer, tlsOptions };
}

/** Writes the beginning, and then the piece repeatedly, as fast as the other side reads. */
function pouring(beginning: string, piece: string | Buffer): Behaviour['answer'] {
  const length = Buffer.byteLength(piece);
  const block = Buffer.alloc(Math.ceil(BLOCK_BYTES / length) * length, piece);
  return (connection) => {
    const pour = () => {
      while (!connection.destroyed && connection.write(block));
      connection.once('drain', pour);
    };
    if (beginning) connection.write(beginning);
    pour();
  };
}

/** Sends one-byte packets, as many as the other side accepts. */
function bytewise(beginning: string, byte: string): Behaviour['answer'] {
  return (connection) => {
    if (connection instanceof Socket) connection.setNoDelay();
    const go = () => {
      if (connection.destroyed) return;
      connection.write(byte);
      setImmediate(go);
    };
    connection.write(beginning);
    go();
  };
}

function drip(connection: Duplex, text: string): void {
  let position = 0;
  const timer = setInterval(() => connection.write(text[position++ % text.length]), 20);
  connection.once('close', () => clearInterval(timer));
}

function distinctHeaders(): string {
  return Array.from({ length: 10_000 }, (_, index) => `h${index.toString(36)}: x\r\n`).join('');
}

/** A built-in group of Node in PEM, as servers expect it: a SEQUENCE of two INTEGERs, the prime and the generator 2. */
function dhParameters(group: string): string {
  const prime = Buffer.concat([Buffer.from([0]), createDiffieHellmanGroup(group).getPrime()]);
  const sequence = der(0x30, Buffer.concat([der(0x02, prime), der(0x02, Buffer.from([2]))]));
  const lines = sequence.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN DH PARAMETERS-----', ...lines, '-----END DH PARAMETERS-----', ''].join('\n');
}

/** Encodes one value of ASN.1, shorter than 64 KiB. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
