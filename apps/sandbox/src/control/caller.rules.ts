/** What a request says of itself that a page in a browser cannot choose: the headers Host and Origin. */
export interface Caller {
  /** Each Host that was sent. */
  hosts: readonly string[];
  /** Set by browsers: the page that asks. */
  origin: string | undefined;
}

/** No name but localhost: whoever owns a name decides what it resolves to, and when. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether the sandbox serves the caller. It asks for no credential, so a page of another origin must not speak for the
 * person who has it open, and a name that was pointed at this machine (DNS rebinding) does not make one of the same.
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
