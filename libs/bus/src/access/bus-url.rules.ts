/** The servers and the credentials in a list of NATS URLs. */
export interface BusUrl {
  /** `host:port` of each server. */
  readonly servers: readonly string[];
  /** True if a URL requires TLS: a server that does not offer it is then refused. */
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

type Credentials = Pick<BusUrl, 'user' | 'password' | 'token'>;

/**
 * Parses one or more URLs, separated by commas: `nats://host:4222`, `tls://user:password@host:4222`,
 * `nats://token@host`.
 * @throws Error that describes the problem without quoting the text, which may contain a password.
 */
export function parseBusUrl(text: string): BusUrl {
  const urls = text.split(',').map((part) => parseOne(part.trim()));
  const [first, ...others] = urls.map(credentialsOf).filter((credentials) => credentials !== null);
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
    throw new Error('must name the same user in all of its URLs');
  }
  return {
    servers: urls.map(({ host }) => host),
    tls: urls.some(({ protocol }) => protocol === 'tls:'),
    ...first,
  };
}

function parseOne(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['nats:', 'tls:'].includes(url.protocol) || !url.hostname) {
    throw new Error(
      'must be a URL as in nats://host:4222 or tls://host:4222, or several with commas between them; ' +
        'percent-encode special characters of the user and the password',
    );
  }
  return url;
}

/** Reads the credentials as NATS does: a name without a password is a token. */
function credentialsOf({ username, password }: URL): Credentials | null {
  try {
    if (!username) return null;
    if (!password) return { token: decodeURIComponent(username) };
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error('must percent-encode special characters of the user and the password, % itself as %25');
  }
}
