const MAX_LENGTH = 2_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

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
