import { blobStoreSettings } from '@chat/media';
import {
  ConfigError,
  loadConfig,
  secretSettings,
  settings,
  whole,
  type Environment,
} from '@chat/service-kit';
import { missingSettings } from './provider/provider-features.rules';

const cloudConnectorSettings = {
  ...blobStoreSettings,
  ...secretSettings,
  PROVIDER_BASE_URL: settings.url({ default: 'https://graph.facebook.com' }),
  PROVIDER_GRAPH_VERSION: settings.str({ default: 'v23.0' }),
  /**
   * The app at the provider that tokens belong to. It takes three settings, or with the sign-up four; without them there
   * are no Cloud channels.
   */
  PROVIDER_APP_ID: settings.str({ default: '' }),
  /** Signs the callbacks. */
  PROVIDER_APP_SECRET: settings.str({ default: '' }),
  /** Further secrets that may sign callbacks, while the app's secret is being changed. */
  PROVIDER_APP_SECRETS_ACCEPTED: settings.list({ default: [] }),
  /** The token by which the provider verifies the callback URL. */
  PROVIDER_VERIFY_TOKEN: settings.str({ default: '' }),
  /** The configuration id of the provider's sign-up. Without it, nobody signs up in the browser. */
  PROVIDER_CONFIG_ID: settings.str({ default: '' }),
  /** The HTTP proxy through which the provider is reached; with `user:password@` if it asks for them. */
  PROVIDER_PROXY_URL: settings.optionalUrl({ default: '' }),
  /** Where the provider sends the callbacks of our accounts, if elsewhere than the app says. */
  PROVIDER_CALLBACK_URL: settings.optionalUrl({ default: '' }),
  /** The country in which the provider stores the messages of numbers that are registered from now on. */
  PROVIDER_DATA_LOCALIZATION_REGION: settings.optionalCountry({ default: '' }),
  /** The URL of the provider's sign-up script, if browsers need another than that derived from the base URL. */
  PROVIDER_SDK_URL: settings.str({ default: '' }),
  /** Further options of the sign-up, as JSON. */
  PROVIDER_SIGNUP_EXTRAS: settings.jsonObject({
    default: { version: 'v4', setup: {}, sessionInfoVersion: '3' },
  }),
  /** Messages per second of a number, and of one in the business app; 0: not limited here. */
  PROVIDER_NUMBER_PER_SECOND: whole({ min: 0 })({ default: 80 }),
  PROVIDER_COEXISTENCE_PER_SECOND: whole({ min: 0 })({ default: 20 }),
  /** Messages of a number to one person in a burst, 0: not limited here; and seconds per further message. */
  PROVIDER_PAIR_BURST: whole({ min: 0 })({ default: 45 }),
  PROVIDER_PAIR_SECONDS: whole({ min: 1 })({ default: 6 }),
  /**
   * How long records of sends and received messages are kept, in days; the provider redelivers callbacks for 7
   * days.
   */
  PROVIDER_RECORD_DAYS: whole({ min: 7 })({ default: 30 }),
  CALLBACK_HOST: settings.host({ default: '127.0.0.1' }),
  /** The port for the provider's callbacks, at /provider/callbacks. */
  CALLBACK_PORT: settings.listenPort({ default: 3200 }),
  /** How many of our own proxies are in front of that port. Each appends one address to X-Forwarded-For. */
  TRUSTED_PROXY_HOPS: whole({ min: 0 })({ default: 0 }),
};

/**
 * The settings of this service.
 * @throws ConfigError with all violations, also if only some of those of the app at the provider are set.
 */
export function loadCloudConnectorConfig(environment: Environment) {
  const config = loadConfig(cloudConnectorSettings, environment);
  const missing = missingSettings(config);
  if (Object.keys(missing).length > 0) throw new ConfigError(missing);
  return config;
}

export type CloudConnectorConfig = ReturnType<typeof loadCloudConnectorConfig>;
