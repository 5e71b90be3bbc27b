/** The headers of a request that a page in a browser cannot forge: Host and Origin. */
export interface Caller {
  /** Every Host header of the request. */
  hosts: readonly string[];
  /** Set by browsers: the origin of the page that makes the request. */
  origin: string | undefined;
}

/** Only localhost and addresses: the owner of any other name decides what it resolves to, and when. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether the sandbox serves the caller. Since it asks for no credential, pages of other origins must not act for the
 * person who has them open, and a name that resolves to this machine (DNS rebinding) must not count as the same origin.
 */
export function isTrusted({ hosts, origin }: Caller, port: number): boolean {
  const [host = '', ...more] = hosts;
  if (more.length > 0 || !isOwnHost(host, port)) return false;
  return origin === undefined || origin === `http://${host.toLowerCase()}`;
}

function isOwnHost(host: string, port: number): boolean {
  const suffix = port === 80 ? '' : `:${port}`;
  return host.endsWith(suffix) && LOOPBACK.test(host.slice(0, host.length - suffix.length));
}
