import { blobStoreSettings } from '@chat/blob-store';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

/** The settings of this service. */
export function loadCloudConnectorConfig(environment: Environment) {
  return loadConfig(
    {
      ...blobStoreSettings,
      ...secretSettings,
      PROVIDER_BASE_URL: settings.url({ default: 'https://graph.facebook.com' }),
      PROVIDER_GRAPH_VERSION: settings.str({ default: 'v23.0' }),
      /** The app at the provider that tokens belong to; without it there are no Cloud channels. */
      PROVIDER_APP_ID: settings.str({ default: '' }),
      /** Signs the callbacks. Without it none is taken. */
      PROVIDER_APP_SECRET: settings.str({ default: '' }),
      /** What the provider must know to have its callbacks sent here. */
      PROVIDER_VERIFY_TOKEN: settings.str({ default: '' }),
      /** The configuration of the provider's sign-up. */
      PROVIDER_CONFIG_ID: settings.str({ default: '' }),
      /** The script of the provider's sign-up, where browsers find it elsewhere than the base URL says. */
      PROVIDER_SDK_URL: settings.str({ default: '' }),
      /** What the sign-up is told beside the app, as JSON. */
      PROVIDER_SIGNUP_EXTRAS: settings.jsonObject({
        default: { version: 'v4', setup: {}, sessionInfoVersion: '3' },
      }),
      /** Messages a second of a number, and of a number in the business app; 0: no limit of ours. */
      PROVIDER_NUMBER_PER_SECOND: whole({ min: 0 })({ default: 80 }),
      PROVIDER_COEXISTENCE_PER_SECOND: whole({ min: 0 })({ default: 20 }),
      /** Messages of a number to one person at once, 0: no limit of ours; and the seconds until one more may follow. */
      PROVIDER_PAIR_BURST: whole({ min: 0 })({ default: 45 }),
      PROVIDER_PAIR_SECONDS: whole({ min: 1 })({ default: 6 }),
      /** How long it is remembered what was sent and received; the provider delivers callbacks again for 7 days. */
      PROVIDER_RECORD_DAYS: whole({ min: 7 })({ default: 30 }),
      CALLBACK_HOST: settings.host({ default: '127.0.0.1' }),
      /** Where the provider's callbacks arrive, at /provider/callbacks. */
      CALLBACK_PORT: settings.listenPort({ default: 3200 }),
    },
    environment,
  );
}

export type CloudConnectorConfig = ReturnType<typeof loadCloudConnectorConfig>;
