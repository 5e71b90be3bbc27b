import { IPv4, IPv6 } from 'ipaddr.js';

export type Address = IPv4 | IPv6;

/** Where a request comes from. */
export interface ClientAddress {
  /** Null if unknown; then no allowlist contains it. */
  readonly address: Address | null;
  /** The address in normal form; if unknown, the text in its place. */
  readonly text: string;
  /** What budgets and caps count by: an IPv4 address, or the /64 of an IPv6 one, which is one customer's network. */
  readonly block: string;
}

const LONGEST_ADDRESS = 45;

/** Reads an address in four decimal numbers or as IPv6, null when it is neither. IPv4-mapped IPv6 becomes IPv4. */
export function parseAddress(text: string): Address | null {
  if (text.length > LONGEST_ADDRESS) return null;
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text);
  // A zone names an interface of one machine, and means nothing on another.
  if (text.includes('%') || !IPv6.isValid(text)) return null;
  const address = IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Reads an address as `parseAddress` does; a text that is none makes an unknown address. */
export function toClientAddress(text: string): ClientAddress {
  const address = parseAddress(text);
  if (!address) return { address, text: text.slice(0, LONGEST_ADDRESS), block: 'unknown' };
  return { address, text: address.toString(), block: blockOf(address) };
}

/**
 * The entry of X-Forwarded-For that the outermost of our own proxies appended: the nth from the right for n proxies.
 * Everything left of it may be forged. Empty when the header is missing or shorter than that.
 */
export function forwardedAddress(forwardedFor: string | undefined, trustedHops: number): string {
  return withoutPort(forwardedFor?.split(',').at(-trustedHops)?.trim() ?? '');
}

/** Some proxies write the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text;
}

function blockOf(address: Address): string {
  if (address instanceof IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
