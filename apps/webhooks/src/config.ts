import { makeValidator } from 'envalid';
import { parseAllowedRanges } from '@chat/outbound';
import { loadConfig, whole, type Environment } from '@chat/service-kit';

export type WebhooksConfig = ReturnType<typeof loadWebhooksConfig>;

/** @throws ConfigError that tells every violation at once. */
export function loadWebhooksConfig(environment: Environment) {
  return loadConfig(
    {
      /** How long a receiver may take for its whole answer. */
      WEBHOOK_TIMEOUT_MS: whole({ min: 100 })({ default: 15_000 }),
      OUTBOUND_ALLOW_CIDRS: openedRanges(environment.NODE_ENV)({ default: [] }),
    },
    environment,
  );
}

/** Comma-separated CIDR ranges that may be called beside the public internet: never in production. */
const openedRanges = (nodeEnv: string | undefined) =>
  makeValidator((input: string) => {
    const cidrs = input
      .split(',')
      .map((cidr) => cidr.trim())
      .filter(Boolean);
    if (nodeEnv === 'production' && cidrs.length > 0) {
      throw new Error('must be empty in production, where only public addresses may be called');
    }
    parseAllowedRanges(cidrs);
    return cidrs;
  });
