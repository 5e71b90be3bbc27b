import { blobStoreSettings } from '@chat/blob-store';
import { outboundSettings } from '@chat/outbound';
import { loadConfig, settings, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadMessagingConfig(environment: Environment) {
  return loadConfig(
    {
      ...blobStoreSettings,
      ...outboundSettings(environment.NODE_ENV),
      /** Where clients reach the API, for the addresses of media in messages. */
      PUBLIC_BASE_URL: settings.url({
        devDefault: 'http://127.0.0.1:3000',
        desc: 'where clients reach the API, as in https://api.example.com',
      }),
      /** How long a connector may take to hand a message over, in milliseconds. */
      SEND_TIMEOUT_MS: whole({ min: 1 })({ default: 20_000 }),
    },
    environment,
  );
}

export type MessagingConfig = ReturnType<typeof loadMessagingConfig>;
