import { IPv4, IPv6 } from 'ipaddr.js';

export type Address = IPv4 | IPv6;

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

/** Whether a range of the list has the address. An empty list has none, and null is in no range. */
export function isAllowed(address: Address | null, ranges: readonly AddressRange[]): boolean {
  return (
    address !== null &&
    ranges.some(([base, length]) => base.kind() === address.kind() && address.match(base, length))
  );
}

/**
 * The client's address: the nth from the right of X-Forwarded-For for n trusted proxies. With none, or when the header
 * has fewer entries or no address there (the request did not come the way it should have), it is the socket's, which
 * nobody can forge. Null when the socket is gone.
 * @param parse `parseAddress`, or a cache of it.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedHops: number,
  parse: (text: string) => Address | null,
): Address | null {
  const forwarded = trustedHops > 0 ? forwardedFor?.split(',').at(-trustedHops) : undefined;
  return (forwarded ? parse(withoutPort(forwarded.trim())) : null) ?? parse(socketAddress);
}

/** An address in normal form; empty for none. */
export function addressText(address: Address | null): string {
  return address?.toString() ?? '';
}

/** Some proxies write the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text;
}

const LONGEST_ADDRESS = 45;

/** Reads an address in four decimal numbers or as IPv6, null when it is neither. IPv4-mapped IPv6 becomes IPv4. */
export function parseAddress(text: string): Address | null {
  if (text.length > LONGEST_ADDRESS) return null;
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text);
  // A zone names an interface of one machine, which says nothing to another.
  if (text.includes('%') || !IPv6.isValid(text)) return null;
  const address = IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
