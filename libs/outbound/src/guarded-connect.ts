import { once } from 'node:events';
import type { LookupFunction, Socket } from 'node:net';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, DEFAULT_CIPHERS } from 'node:tls';
import { buildConnector } from 'undici';
import type { Reach } from './address.rules';
import { isReachable } from './address.rules';
import type { ByteLimits } from './metered-connection';
import { MeteredConnection, READ_BYTES } from './metered-connection';
import { OutboundError } from './outbound-error';
import type { ResolveHost } from './resolve-host';
import { portOf } from './url.rules';

export interface GuardOptions {
  reach: Reach;
  resolveHost: ResolveHost;
  /** Timeout in ms until the connection can be used, including name lookup, TCP and TLS. */
  timeoutMs: number;
  limits: ByteLimits;
  /** Certificate authorities in PEM, instead of those that Node.js knows. */
  ca?: string | undefined;
}

type Target = buildConnector.Options;

/**
 * The defaults of Node.js without finite-field Diffie-Hellman: with a large group, which the receiver may choose, it
 * blocks the event loop for 100 ms or more.
 */
const CHEAP_HANDSHAKE = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  ecdhCurve: 'X25519:P-256:P-384:P-521',
};

/**
 * Returns an undici connector that enforces the address rules. A literal address never reaches the lookup, so it is
 * checked first. A name is resolved once, all its addresses are checked, and the connection uses only these addresses.
 * The peer is checked again before a byte is written.
 */
export function guardedConnect(options: GuardOptions): buildConnector.connector {
  const encrypt = encryption(options.ca);
  return (target, callback) => {
    connect(target, options, encrypt).then(
      (stream) => handOver(stream, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Hands a connection to undici one turn of the event loop later. undici delays a request on an idle connection by such
 * a turn; a later request on a new connection would otherwise overtake it.
 */
function handOver(stream: Duplex, callback: buildConnector.Callback): void {
  let failure: Error = new OutboundError('reset');
  const onError = (error: Error) => (failure = error);
  stream.once('error', onError);
  setImmediate(() => {
    stream.off('error', onError);
    // undici uses only what a socket has in common with any stream.
    if (stream.destroyed) callback(failure, null);
    else callback(null, stream as Socket);
  });
}

async function connect(target: Target, options: GuardOptions, encrypt: Encrypt): Promise<Duplex> {
  const mayReach = (address: string) =>
    isReachable({ protocol: target.protocol, address, port: portOf(target) }, options.reach);
  if (net.isIP(target.hostname) !== 0 && !mayReach(target.hostname)) throw new OutboundError('blocked');

  let connection: MeteredConnection | undefined;
  const socket = net.connect({
    host: target.hostname,
    port: portOf(target),
    lookup: judgingLookup(options.resolveHost, mayReach),
    autoSelectFamily: true,
    noDelay: true,
    // `connection` is set by then: nothing is read before the socket is connected.
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length, bytes) => connection!.receive(bytes.subarray(0, length)),
    },
  });
  const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), options.timeoutMs);
  try {
    await once(socket, 'connect');
    if (!mayReach(socket.remoteAddress ?? '')) throw new OutboundError('blocked');
    connection = new MeteredConnection(socket, options.limits);
    const stream = target.protocol === 'https:' ? await encrypt(connection, target) : connection;
    connection.meterRequestsOf(stream);
    return stream;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a lookup that resolves a name only if every one of its addresses may be reached. */
function judgingLookup(resolveHost: ResolveHost, mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveHost(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => mayReach(address))) {
          callback(new OutboundError('blocked'), []);
        } else if (all) {
          callback(null, addresses);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (cause: unknown) => callback(new OutboundError('dns', { cause }), []),
    );
  };
}

type Encrypt = (connection: MeteredConnection, target: Target) => Promise<Duplex>;

/**
 * Returns a function that establishes TLS with undici's connector, which resumes sessions; the timeout is ours. All
 * connections share one secure context, since creating one takes half a millisecond.
 */
function encryption(ca: string | undefined): Encrypt {
  const secureContext = createSecureContext({ ...CHEAP_HANDSHAKE, ...(ca && { ca }) });
  const connectTls = buildConnector({ secureContext, timeout: 0 });
  return (connection, target) =>
    new Promise((resolve, reject) => {
      connectTls({ ...target, httpSocket: connection as Duplex as Socket }, (...[error, socket]) =>
        error ? reject(error) : resolve(socket),
      );
    });
}
