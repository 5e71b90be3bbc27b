import { outboundSettings } from '@chat/outbound';
import { loadConfig, secretSettings, whole, type Environment } from '@chat/service-kit';

export type WebhooksConfig = ReturnType<typeof loadWebhooksConfig>;

/** @throws ConfigError that tells every violation at once. */
export function loadWebhooksConfig(environment: Environment) {
  return loadConfig(
    {
      ...secretSettings,
      /** How long a receiver may take for its whole answer. */
      WEBHOOK_TIMEOUT_MS: whole({ min: 100 })({ default: 15_000 }),
      ...outboundSettings(environment.NODE_ENV),
    },
    environment,
  );
}
