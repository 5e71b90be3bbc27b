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
  /** Time for everything until the connection may be used: name lookup, TCP and TLS. */
  timeoutMs: number;
  limits: ByteLimits;
  /** Certificate authorities, in PEM, instead of those that Node.js knows. */
  ca?: string | undefined;
}

type Target = buildConnector.Options;

/**
 * What Node.js offers, without finite-field Diffie-Hellman: with a large group, which the receiver may choose, it costs
 * 100 ms and more of the event loop.
 */
const CHEAP_HANDSHAKE = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  ecdhCurve: 'X25519:P-256:P-384:P-521',
};

/**
 * An undici connector behind the address rules. A literal never reaches a lookup, so it is judged first; a name is
 * resolved once and all its addresses are judged, and the connection goes to those very addresses; the peer is judged
 * again before a byte is written.
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
 * Gives undici a connection a turn of the event loop later. undici lets a request wait for such a turn on a connection
 * that was idle; one that came after it would otherwise overtake it here.
 */
function handOver(stream: Duplex, callback: buildConnector.Callback): void {
  let failure: Error = new OutboundError('reset');
  const onError = (error: Error) => (failure = error);
  stream.once('error', onError);
  setImmediate(() => {
    stream.off('error', onError);
    // undici wants what a socket has in common with any stream.
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
    // Nothing is read before there is a connection.
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

/** Resolves a name to its addresses if every one of them may be reached. */
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
      (error: Error) => callback(error, []),
    );
  };
}

type Encrypt = (connection: MeteredConnection, target: Target) => Promise<Duplex>;

/**
 * TLS by undici's connector, which resumes sessions; the time limit is ours. All connections share one context: to make
 * one for each costs half a millisecond.
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
