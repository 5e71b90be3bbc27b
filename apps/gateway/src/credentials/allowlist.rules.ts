import { IPv6 } from 'ipaddr.js';
import { parseAddress, type Address } from '@chat/http-edge';

/** An address range. A single address is the range of its full length. */
export type AddressRange = readonly [Address, number];

/**
 * Parses an address or CIDR range of an allowlist; null if it is neither. IPv4 is four decimal numbers; IPv4-mapped
 * IPv6 counts as IPv4.
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

/**
 * Whether a range of the list contains the address. Null instead of a list allows every address, an empty list none; an
 * unknown address (null) is in no list.
 */
export function isAllowed(address: Address | null, ranges: readonly AddressRange[] | null): boolean {
  if (ranges === null) return true;
  return (
    address !== null &&
    ranges.some(([base, length]) => base.kind() === address.kind() && address.match(base, length))
  );
}
