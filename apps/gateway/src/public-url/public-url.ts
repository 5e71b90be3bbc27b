import { isIPv6 } from 'node:net';
import type { GatewayConfig } from '../config';

/** The URL at which browsers and clients reach the gateway. */
export interface PublicUrl {
  /** Without a trailing slash. Also the issuer of tokens. */
  readonly base: string;
  /** The prefix of every path as proxies in front show it; usually empty. */
  readonly path: string;
  readonly isSecure: boolean;
}

/** Defaults to the address that the gateway listens on. */
export function publicUrlOf({
  PUBLIC_BASE_URL,
  GATEWAY_HOST,
  GATEWAY_PORT,
}: Pick<GatewayConfig, 'PUBLIC_BASE_URL' | 'GATEWAY_HOST' | 'GATEWAY_PORT'>): PublicUrl {
  const host = isIPv6(GATEWAY_HOST) ? `[${GATEWAY_HOST}]` : GATEWAY_HOST;
  const url = new URL(PUBLIC_BASE_URL ?? `http://${host}:${GATEWAY_PORT}`);
  const path = url.pathname.replace(/\/+$/, '');
  return { base: url.origin + path, path, isSecure: url.protocol === 'https:' };
}
