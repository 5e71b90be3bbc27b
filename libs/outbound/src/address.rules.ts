import * as ipaddr from 'ipaddr.js';

/** Ranges that an operator opened with OUTBOUND_ALLOW_CIDRS, parsed. */
export type AllowedRanges = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];

/** Unicast addresses that no registry lists as special but that reach a cloud's own control plane. */
const controlPlane = ipaddr.parseCIDR('168.63.129.16/32');

/** All public IPv6 is inside 2000::/3; these parts of it are not, or hide an IPv4 address. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
const documentation = ipaddr.parseCIDR('3fff::/20');

/** Parses CIDR ranges such as `127.0.0.0/8`; throws an Error whose message names the first that is none. */
export function parseAllowedRanges(cidrs: readonly string[]): AllowedRanges {
  return cidrs.map((cidr) => {
    if (!ipaddr.isValidCIDR(cidr)) {
      throw new Error(`"${cidr}" is not a CIDR range such as 127.0.0.0/8 or ::1/128.`);
    }
    return ipaddr.parseCIDR(cidr);
  });
}

/** Whether the address (dotted IPv4, or IPv6 without brackets) lies in a range that the operator opened. */
export function isAllowedAddress(text: string, allowed: AllowedRanges): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return allowed.some(([network, bits]) => isWithin(address, [network, bits]));
}

/**
 * Whether the address is public unicast. Ranges that carry an IPv4 address inside an IPv6 one (mapped,
 * compatible, NAT64, 6to4, Teredo) are refused as a whole, so nothing private hides in them.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4'
    ? !isWithin(address, controlPlane)
    : isWithin(address, globalUnicast) && !isWithin(address, documentation);
}

function isWithin(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [network, bits]: readonly [ipaddr.IPv4 | ipaddr.IPv6, number],
) {
  return address.kind() === network.kind() && address.match(network, bits);
}
