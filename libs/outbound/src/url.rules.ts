import type { Reach } from './address.rules';
import { isReachable } from './address.rules';

/** Why a URL may not be called, with a sentence for the user who supplied it. */
export interface UrlProblem {
  reason: 'malformed' | 'characters' | 'too_long' | 'scheme' | 'userinfo' | 'address';
  message: string;
}

/** A URL that may be called, judging by its text, or the reason why it may not. */
export type UrlReading = { url: URL; problem: null } | { url: null; problem: UrlProblem };

/** The maximum length of a URL in its normal form, in ASCII characters. */
const MAX_LENGTH = 2048;

const problems = {
  malformed: 'Give a complete URL, such as https://example.com/path.',
  characters: 'Remove spaces, control characters and backslashes from the URL, or percent-encode them.',
  too_long: `Give a URL of at most ${MAX_LENGTH} characters, percent-encoding included.`,
  scheme: 'Give a URL that starts with https://.',
  userinfo: 'Remove the user name and password from the URL.',
  address: 'Give a URL on the public internet: this address is private or reserved.',
} as const;

/** Characters that URL parsing silently drops or rewrites: separators, control and format characters, backslashes. */
const UNCLEAN = /[\p{Z}\p{Cc}\p{Cf}\\]/u;
/** Excludes `https:host`, `https:/host` and `https:///host`, which URL parsing accepts but which are mistakes. */
const WRITTEN_OUT = /^https?:\/\/[^/?#]/i;
/** Names that are never public (RFC 6761). */
const RESERVED_NAME = /(^|\.)(localhost|test)\.?$/;

/**
 * Parses a user-supplied URL into its normal form: https, any port, no userinfo, and a literal address must be one that
 * may be called. Names are checked on connecting, by the addresses to which they resolve. Plain http is only for
 * allowed addresses, so a name over http passes only if some range is allowed and no public host can have that name.
 */
export function readUrl(raw: string, reach: Reach): UrlReading {
  if (UNCLEAN.test(raw)) return refused('characters');
  if (!URL.canParse(raw)) return refused('malformed');
  const url = new URL(raw);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('scheme');
  if (!WRITTEN_OUT.test(raw) || url.port === '0') return refused('malformed');
  if (hasUserinfo(raw)) return refused('userinfo');
  if (url.href.length > MAX_LENGTH) return refused('too_long');

  const address = literalAddress(url);
  const isPlain = url.protocol === 'http:';
  if (address === null) {
    const mayBePlain = reach.allowed.length > 0 && RESERVED_NAME.test(url.hostname);
    return isPlain && !mayBePlain ? refused('scheme') : { url, problem: null };
  }
  const port = portOf(url);
  if (isReachable({ protocol: url.protocol, address, port }, reach)) return { url, problem: null };
  return refused(isPlain && isReachable({ protocol: 'https:', address, port }, reach) ? 'scheme' : 'address');
}

/** Returns the port of a connection: the given one, or the default of the scheme. */
export function portOf({ port, protocol }: { port: string; protocol: string }): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Returns whether there is userinfo, even an empty one as in `https://@host/`, which URL parsing drops. */
function hasUserinfo(raw: string): boolean {
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(raw) ?? [];
  return authority.includes('@');
}

/**
 * Returns the literal address of a URL, or null if it has a name. URL parsing has already normalized every spelling of
 * IPv4 (octal, hexadecimal, short, full-width) to four decimals, and no name ends in a number.
 */
function literalAddress({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : null;
}

function refused(reason: UrlProblem['reason']): UrlReading {
  return { url: null, problem: { reason, message: problems[reason] } };
}
