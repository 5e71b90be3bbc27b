import { IPv4, IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;

/** A range of addresses; a single address is the range of its full length. */
export type AddressRange = readonly [Address, number];

/**
 * Reads an address or a CIDR range as an allowlist writes it, null when it is neither. IPv4 takes four decimal
 * numbers; IPv4-mapped IPv6 counts as IPv4.
 */
export function parseRange(text: string): AddressRange | null {
  const [, addressText = '', lengthText] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const isMapped = IPv6.isValid(addressText) && IPv6.parse(addressText).isIPv4MappedAddress();
  const address = parseAddress(addressText);
  if (!address) return null;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const length = lengthText === undefined ? bits : Number(lengthText) - (isMapped ? 96 : 0);
  return length >= 0 && length <= bits ? [address, length] : null;
}

/** Whether a range of the list has the address. An empty list has none. */
export function isAllowed(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = parseAddress(address);
  return (
    parsed !== null &&
    ranges.some(([base, length]) => base.kind() === parsed.kind() && parsed.match(base, length))
  );
}

/**
 * The client's address: the nth from the right of X-Forwarded-For for n trusted proxies, in normal form. With none,
 * or when the header has fewer entries or no address there (the request did not come the way it should have), it is
 * the socket's, which nobody can forge.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const forwarded = trustedHops > 0 ? forwardedFor?.split(',').at(-trustedHops) : undefined;
  const address = parseAddress(withoutPort(forwarded?.trim() ?? '')) ?? parseAddress(socketAddress);
  return address?.toString() ?? '';
}

/** Some proxies write the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text;
}

/** Clients call again and again from few addresses, and to parse one takes 20 µs. */
const parsedLately = new Map<string, Address | null>();
const PARSED_LIMIT = 1_000;
const LONGEST_ADDRESS = 45;

function parseAddress(text: string): Address | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const known = parsedLately.get(text);
  if (known !== undefined) return known;
  if (parsedLately.size === PARSED_LIMIT) parsedLately.clear();
  const address = parseNewAddress(text);
  parsedLately.set(text, address);
  return address;
}

function parseNewAddress(text: string): Address | null {
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text);
  // A zone names an interface of one machine, which says nothing to another.
  if (text.includes('%') || !IPv6.isValid(text)) return null;
  const address = IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
