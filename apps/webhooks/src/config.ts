import { makeValidator } from 'envalid';
import { parseRanges, type ReachSettings } from '@chat/outbound';
import { loadConfig, secretSettings, whole, type Environment } from '@chat/service-kit';

export type WebhooksConfig = ReturnType<typeof loadWebhooksConfig>;

/** @throws ConfigError that tells every violation at once. */
export function loadWebhooksConfig(environment: Environment) {
  return loadConfig(
    {
      ...secretSettings,
      /** How long a receiver may take for its whole answer. */
      WEBHOOK_TIMEOUT_MS: whole({ min: 100 })({ default: 15_000 }),
      OUTBOUND_PRIVATE_CIDRS: ranges({ default: [] }),
      OUTBOUND_ALLOW_CIDRS: rangesForDevelopment(environment.NODE_ENV)({ default: [] }),
      OUTBOUND_DENY_PORTS: ports({ default: [] }),
    },
    environment,
  );
}

/** What may be called beside the public internet. */
export function reachOf(config: WebhooksConfig): ReachSettings {
  return {
    allowCidrs: config.OUTBOUND_ALLOW_CIDRS,
    privateCidrs: config.OUTBOUND_PRIVATE_CIDRS,
    denyPorts: config.OUTBOUND_DENY_PORTS,
  };
}

/** Comma-separated CIDR ranges. */
const ranges = makeValidator(readRanges);

/** Comma-separated CIDR ranges that may be called over http too: never in production. */
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
