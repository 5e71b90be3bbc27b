import { outboundSettings } from '@chat/outbound';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

export type WebhooksConfig = ReturnType<typeof loadWebhooksConfig>;

/** @throws ConfigError that tells every violation at once. */
export function loadWebhooksConfig(environment: Environment) {
  return loadConfig(
    {
      ...secretSettings,
      /** How long a receiver may take for its whole answer. */
      WEBHOOK_TIMEOUT_MS: whole({ min: 100 })({ default: 15_000 }),
      /** Whether clients may ask for tests and resends; what events set off goes out either way. */
      WEBHOOK_MANUAL_PROBES: settings.str<'on' | 'off'>({ choices: ['on', 'off'], default: 'on' }),
      ...outboundSettings(environment.NODE_ENV),
    },
    environment,
  );
}
