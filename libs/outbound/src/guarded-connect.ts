import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction, Socket } from 'node:net';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, DEFAULT_CIPHERS } from 'node:tls';
import { buildConnector } from 'undici';
import type { Reach } from './address.rules';
import { isLocal, isReachable } from './address.rules';
import type { ByteLimits } from './metered-connection';
import { MeteredConnection, READ_BYTES } from './metered-connection';
import { OutboundError } from './outbound-error';
import { ProxyTunnel } from './proxy-tunnel';
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
 * checked first. A name is resolved, all its addresses are checked, and the connection uses only these addresses, also
 * through a proxy. Without one, the peer is checked again before a byte is written.
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

  const { tunnel, ...way } = await wayTo(target, options, mayReach);
  let connection: MeteredConnection | undefined;
  const socket = net.connect({
    ...way,
    autoSelectFamily: true,
    noDelay: true,
    // `connection` is set by then, or the tunnel is: nothing is read before the socket is connected.
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length, bytes) => (connection ?? tunnel)!.receive(bytes.subarray(0, length)),
    },
  });
  const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), options.timeoutMs);
  try {
    if (tunnel) await tunnel.open(socket);
    else await once(socket, 'connect');
    if (!tunnel && !mayReach(socket.remoteAddress ?? '')) throw new OutboundError('blocked');
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

interface Way {
  host: string;
  port: number;
  lookup?: LookupFunction;
  /** Set if the host is a proxy. */
  tunnel?: ProxyTunnel;
}

type MayReach = (address: string) => boolean;

/** Straight there, or through the proxy, to an address that was checked, unless the installation's own network has it. */
async function wayTo(target: Target, { reach, resolveHost }: GuardOptions, mayReach: MayReach): Promise<Way> {
  const port = portOf(target);
  const straight = { host: target.hostname, port, lookup: judgingLookup(resolveHost, mayReach) };
  const { proxy } = reach;
  if (!proxy) return straight;
  const address =
    net.isIP(target.hostname) !== 0
      ? target.hostname
      : (await reachableAddresses(target.hostname, resolveHost, mayReach))[0].address;
  if (isLocal(address, reach)) return straight;
  const authority = `${net.isIPv6(address) ? `[${address}]` : address}:${port}`;
  return {
    host: proxy.hostname.replace(/[[\]]/g, ''),
    port: portOf(proxy),
    tunnel: new ProxyTunnel(proxy, authority),
  };
}

/** Returns a lookup that resolves a name only if every one of its addresses may be reached. */
function judgingLookup(resolveHost: ResolveHost, mayReach: MayReach): LookupFunction {
  return (hostname, { all }, callback) => {
    reachableAddresses(hostname, resolveHost, mayReach).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: OutboundError) => callback(error, []),
    );
  };
}

/** @throws OutboundError `dns`, or `blocked` if any of the addresses may not be reached. */
async function reachableAddresses(
  hostname: string,
  resolveHost: ResolveHost,
  mayReach: MayReach,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolveHost(hostname).catch((cause: unknown) => {
    throw new OutboundError('dns', { cause });
  });
  if (first && [first, ...others].every(({ address }) => mayReach(address))) return [first, ...others];
  throw new OutboundError('blocked');
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
