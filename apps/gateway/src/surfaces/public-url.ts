import type { GatewayConfig } from '../config';

/** Where browsers and clients reach the gateway. */
export interface PublicUrl {
  /** Without a slash at the end; the issuer of tokens. */
  readonly base: string;
  /** What stands before every path, as proxies in front show it; mostly empty. */
  readonly path: string;
  readonly isSecure: boolean;
}

/** Without a setting it is the address that the gateway listens on. */
export function publicUrlOf({
  PUBLIC_BASE_URL,
  GATEWAY_HOST,
  GATEWAY_PORT,
}: Pick<GatewayConfig, 'PUBLIC_BASE_URL' | 'GATEWAY_HOST' | 'GATEWAY_PORT'>): PublicUrl {
  const url = new URL(PUBLIC_BASE_URL ?? `http://${GATEWAY_HOST}:${GATEWAY_PORT}`);
  const path = url.pathname.replace(/\/+$/, '');
  return { base: url.origin + path, path, isSecure: url.protocol === 'https:' };
}
