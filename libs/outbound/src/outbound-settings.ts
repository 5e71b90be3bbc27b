import { makeValidator } from 'envalid';
import { parseRanges, type ReachSettings } from './address.rules';

/** Returns the settings of services that open user-supplied URLs. */
export function outboundSettings(nodeEnv: string | undefined) {
  return {
    OUTBOUND_PRIVATE_CIDRS: ranges({ default: [] }),
    OUTBOUND_ALLOW_CIDRS: rangesForDevelopment(nodeEnv)({ default: [] }),
    OUTBOUND_DENY_PORTS: ports({ default: [] }),
    OUTBOUND_PROXY_URL: proxyUrl({ default: '' }),
  };
}

/** The values of `outboundSettings`. */
export interface OutboundConfig {
  readonly OUTBOUND_PRIVATE_CIDRS: string[];
  readonly OUTBOUND_ALLOW_CIDRS: string[];
  readonly OUTBOUND_DENY_PORTS: number[];
  readonly OUTBOUND_PROXY_URL: string;
}

/** Returns what may be called besides the public internet. */
export function reachOf(config: OutboundConfig): ReachSettings {
  return {
    allowCidrs: config.OUTBOUND_ALLOW_CIDRS,
    privateCidrs: config.OUTBOUND_PRIVATE_CIDRS,
    denyPorts: config.OUTBOUND_DENY_PORTS,
    proxyUrl: config.OUTBOUND_PROXY_URL,
  };
}

/** Comma-separated CIDR ranges. */
const ranges = makeValidator(readRanges);

/** Comma-separated CIDR ranges that may also be called over http; must be empty in production. */
const rangesForDevelopment = (nodeEnv: string | undefined) =>
  makeValidator((input: string) => {
    const cidrs = readRanges(input);
    if (nodeEnv === 'production' && cidrs.length > 0) {
      throw new Error('must be empty in production: use OUTBOUND_PRIVATE_CIDRS for your own network');
    }
    return cidrs;
  });

/** Comma-separated port numbers. */
const ports = makeValidator((input: string) =>
  itemsOf(input).map((item) => {
    const port = Number(item);
    if (!/^\d+$/.test(item) || port < 1 || port > 65_535)
      throw new Error(`"${item}" is not a port, 1 to 65535`);
    return port;
  }),
);

/** The URL of an HTTP proxy, or an empty text. */
const proxyUrl = makeValidator((input: string) => {
  const isProxy = URL.canParse(input) && new URL(input).protocol === 'http:';
  if (input !== '' && !isProxy)
    throw new Error(
      'must be the URL of an HTTP proxy as in http://user:password@proxy.internal:3128, or empty',
    );
  return input;
});

function readRanges(input: string): string[] {
  const cidrs = itemsOf(input);
  parseRanges(cidrs);
  return cidrs;
}

function itemsOf(input: string): string[] {
  return input
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
