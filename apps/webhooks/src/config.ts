import { outboundSettings } from '@chat/outbound';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

export type WebhooksConfig = ReturnType<typeof loadWebhooksConfig>;

/** @throws ConfigError listing every violation. */
export function loadWebhooksConfig(environment: Environment) {
  return loadConfig(
    {
      ...secretSettings,
      /** How long a receiver may take to send its whole response, in ms. */
      WEBHOOK_TIMEOUT_MS: whole({ min: 100 })({ default: 15_000 }),
      /** Whether clients may request tests and resends. Deliveries of events are sent either way. */
      WEBHOOK_MANUAL_PROBES: settings.str<'on' | 'off'>({ choices: ['on', 'off'], default: 'on' }),
      ...outboundSettings(environment.NODE_ENV),
    },
    environment,
  );
}
