import type { AllowedRanges } from './address.rules';
import { isAllowedAddress, isPublicAddress } from './address.rules';

/** Why a URL may not be called, with a sentence for the person who gave it. */
export interface UrlProblem {
  reason: 'malformed' | 'scheme' | 'userinfo' | 'address';
  message: string;
}

const problems = {
  malformed: 'Give a complete URL, such as https://example.com/path.',
  scheme: 'Give a URL that starts with https://.',
  userinfo: 'Remove the user name and password from the URL.',
  address: 'Give a URL on the public internet: this address is private or reserved.',
} as const;

/**
 * Judges a URL that a user gave us, as far as its text tells: https, any port, no userinfo, and a literal
 * address must be public unicast or allowed. Names are judged again at connect, by what they resolve to.
 * Plain http is for allowed addresses alone, so a name over http passes only where some range is allowed.
 */
export function checkUrl(raw: string, allowed: AllowedRanges): UrlProblem | null {
  if (!URL.canParse(raw)) return problem('malformed');
  const url = new URL(raw);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return problem('scheme');
  if (url.username !== '' || url.password !== '') return problem('userinfo');

  const address = literalAddress(url);
  const isPlain = url.protocol === 'http:';
  if (address === null) return isPlain && allowed.length === 0 ? problem('scheme') : null;
  if (isAllowedAddress(address, allowed)) return null;
  if (!isPublicAddress(address)) return problem('address');
  return isPlain ? problem('scheme') : null;
}

/** Whether a connection over this scheme to this address is permitted. */
export function isReachable(protocol: string, address: string, allowed: AllowedRanges): boolean {
  return isAllowedAddress(address, allowed) || (protocol === 'https:' && isPublicAddress(address));
}

/**
 * The address that a URL names without DNS, else null. URL parsing has already brought every spelling of
 * IPv4 (octal, hexadecimal, short, full-width) to four decimals, and no name ends in a number.
 */
function literalAddress({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : null;
}

function problem(reason: UrlProblem['reason']): UrlProblem {
  return { reason, message: problems[reason] };
}
