import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AllowedRanges } from './address.rules';
import { OutboundError } from './outbound-error';
import type { ResolveHost } from './resolve-host';
import { isReachable } from './url.rules';

export interface GuardOptions {
  allowed: AllowedRanges;
  resolveHost: ResolveHost;
  timeoutMs: number;
}

/**
 * undici's connector behind the address rules. A literal never reaches a lookup, so it is judged first;
 * a name is resolved once and all its addresses are judged, and the connection goes to those very
 * addresses; the peer is judged again before a byte of the request is written.
 */
export function guardedConnect(options: GuardOptions): buildConnector.connector {
  const connectors = { 'http:': connectorFor('http:', options), 'https:': connectorFor('https:', options) };

  return (target, callback) => {
    const protocol = target.protocol === 'https:' ? 'https:' : 'http:';
    const mayReach = (address: string) => isReachable(protocol, address, options.allowed);
    if (isIP(target.hostname) !== 0 && !mayReach(target.hostname)) {
      callback(new OutboundError('blocked'), null);
      return;
    }
    connectors[protocol](target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (mayReach(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new OutboundError('blocked'), null);
    });
  };
}

function connectorFor(protocol: string, { allowed, resolveHost, timeoutMs }: GuardOptions) {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolveHost(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isReachable(protocol, address, allowed))) {
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
  return buildConnector({ lookup, timeout: timeoutMs, autoSelectFamily: true });
}
