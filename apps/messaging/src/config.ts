import { blobStoreSettings } from '@chat/media';
import { outboundSettings } from '@chat/outbound';
import { loadConfig, settings, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadMessagingConfig(environment: Environment) {
  return loadConfig(
    {
      ...blobStoreSettings,
      ...outboundSettings(environment.NODE_ENV),
      /** The URL at which clients reach the API, for the media URLs in messages. */
      PUBLIC_BASE_URL: settings.url({
        devDefault: 'http://127.0.0.1:3000',
        desc: 'where clients reach the API, as in https://api.example.com',
      }),
      /** How many bytes of media all accounts may keep together, and how large the database may become; 0: any. */
      MEDIA_MAX_BYTES: whole({ min: 0, max: Number.MAX_SAFE_INTEGER })({ default: 0 }),
      DATABASE_MAX_BYTES: whole({ min: 0, max: Number.MAX_SAFE_INTEGER })({ default: 0 }),
      /** How long a connector may take to hand over a message, in milliseconds. */
      SEND_TIMEOUT_MS: whole({ min: 1 })({ default: 20_000 }),
    },
    environment,
  );
}

export type MessagingConfig = ReturnType<typeof loadMessagingConfig>;
