import * as ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** What an installation may call besides the public internet, as configured. */
export interface ReachSettings {
  /** Ranges that may also be called over http, for development and tests. */
  allowCidrs: readonly string[];
  /** Ranges of the installation's own network that may be called over https. */
  privateCidrs?: readonly string[];
  /** Ports that may not be called at any non-public address: those of the product itself. */
  denyPorts?: readonly number[];
  /** The HTTP proxy on the way to public addresses. */
  proxyUrl?: string;
}

/** `ReachSettings`, parsed. */
export interface Reach {
  allowed: readonly Range[];
  privateNetwork: readonly Range[];
  deniedPorts: ReadonlySet<number>;
  proxy: URL | null;
}

/** The target of a call: `protocol` as in `https:`, `address` as dotted IPv4, or IPv6 without brackets. */
export interface Target {
  protocol: string;
  address: string;
  port: number;
}

/** Addresses of cloud control planes that no registry lists as special, or that lie in private ranges. */
const controlPlanes = ['168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::/32', 'fd20:ce::254/128'].map(
  (cidr) => ipaddr.parseCIDR(cidr),
);

/** The kinds of addresses that organisations use for their own networks. */
const privateKinds = ['private', 'carrierGradeNat', 'uniqueLocal'];

/** All public IPv6 addresses are in 2000::/3, of which 3fff::/20 is not public but reserved for documentation. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
const documentation = ipaddr.parseCIDR('3fff::/20');

/** Parses the settings. @throws Error whose message names the first invalid range. */
export function parseReach({
  allowCidrs,
  privateCidrs = [],
  denyPorts = [],
  proxyUrl,
}: ReachSettings): Reach {
  return {
    proxy: proxyUrl ? new URL(proxyUrl) : null,
    allowed: parseRanges(allowCidrs),
    privateNetwork: parseRanges(privateCidrs),
    deniedPorts: new Set(denyPorts),
  };
}

/** Parses CIDR ranges such as `127.0.0.0/8`. @throws Error whose message names the first invalid range. */
export function parseRanges(cidrs: readonly string[]): Range[] {
  return cidrs.map((cidr) => {
    if (!ipaddr.isValidCIDR(cidr)) {
      throw new Error(`"${cidr}" is not a CIDR range such as 10.0.0.0/8 or fd00::/8.`);
    }
    return ipaddr.parseCIDR(cidr);
  });
}

/** Returns whether a connection to this address is permitted. */
export function isReachable({ protocol, address, port }: Target, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (isPublic(parsed)) return protocol === 'https:' || isWithinAny(parsed, reach.allowed);
  if (reach.deniedPorts.has(port)) return false;
  return isWithinAny(parsed, reach.allowed) || (protocol === 'https:' && isOwnNetwork(parsed, reach));
}

/** Returns whether the settings name the address as one of the installation's own network. */
export function isLocal(address: string, { allowed, privateNetwork }: Reach): boolean {
  return isWithinAny(ipaddr.parse(address), [...allowed, ...privateNetwork]);
}

/**
 * Returns whether the address is public unicast. Ranges that embed an IPv4 address in an IPv6 one (mapped, compatible,
 * NAT64, 6to4, Teredo) are refused entirely, so no private address can hide in them.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isWithinAny(address, controlPlanes)) return false;
  return address.kind() === 'ipv4' || (isWithin(address, globalUnicast) && !isWithin(address, documentation));
}

/** Even a range that is too wide opens only private addresses: never loopback, link-local or metadata addresses. */
function isOwnNetwork(address: Address, { privateNetwork }: Reach): boolean {
  return (
    privateKinds.includes(address.range()) &&
    !isWithinAny(address, controlPlanes) &&
    isWithinAny(address, privateNetwork)
  );
}

function isWithinAny(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some((range) => isWithin(address, range));
}

function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
