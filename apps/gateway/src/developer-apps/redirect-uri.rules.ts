const MAX_LENGTH = 2_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Names may be resolved to another machine, so they keep their port. */
const LOOPBACK_ADDRESS = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?(?=\/|\?|$)/;

interface RedirectUris {
  readonly redirectUris: readonly string[];
  /** Null: a public app. */
  readonly secretDigest: Buffer | null;
}

/**
 * Describes what is wrong with a redirect URI; null if it is valid. Authorization codes are sent there, so it must use
 * https, or http on the loopback interface of the user's own machine, and be written unambiguously.
 */
export function redirectUriProblem(text: string): string | null {
  if (text.length > MAX_LENGTH) return `It is longer than ${MAX_LENGTH} characters.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'It is not a URL. Write it as https://host/path.';
  if (text.includes('#')) return 'It has a fragment. Remove # and everything after it.';
  if (url.username !== '' || url.password !== '') return 'It has a user name or password. Remove it.';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) {
    return 'It must begin with https://. Only localhost, 127.0.0.1 and [::1] may use http://.';
  }
  if (url.href !== text && url.href !== `${text}/`) return `It has another normal form. Write ${url.href}.`;
  return null;
}

/**
 * Whether the URI is one of the app's: exactly, or for a public app on a loopback address with any port, since a program
 * on the user's machine takes one that is free (RFC 8252, 7.3).
 */
export function isRedirectUriOf({ redirectUris, secretDigest }: RedirectUris, uri: string): boolean {
  if (redirectUris.includes(uri)) return true;
  if (secretDigest !== null || !LOOPBACK_ADDRESS.test(uri) || redirectUriProblem(uri) !== null) return false;
  return redirectUris.some((own) => LOOPBACK_ADDRESS.test(own) && withoutPort(own) === withoutPort(uri));
}

/** Whether any program on the user's machine could be behind this URI: it can claim the id of a public app. */
export function canBeAnyProgram({ secretDigest }: RedirectUris, uri: string): boolean {
  return secretDigest === null && LOOPBACK.test(new URL(uri).hostname);
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK_ADDRESS, 'http://$1');
}
