import { blobStoreSettings } from '@chat/blob-store';
import { featureFlags, type FeatureFlag } from '@chat/contracts';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

/** A setting for each feature flag: `on` or `off`. */
export function flagSettings(flags: readonly FeatureFlag[]) {
  return Object.fromEntries(
    flags.map((flag) => [
      flag.name,
      settings.str({ choices: ['on', 'off'], default: flag.default, desc: flag.summary }),
    ]),
  );
}

/** The settings of this service. */
export function loadGatewayConfig(environment: Environment) {
  return loadConfig(
    {
      ...flagSettings(Object.values(featureFlags)),
      ...blobStoreSettings,
      ...secretSettings,
      GATEWAY_HOST: settings.host({ default: '127.0.0.1' }),
      GATEWAY_PORT: settings.port({ default: 3000 }),
      /** Where clients reach the API, as its OpenAPI document tells; without it, wherever they read that. */
      PUBLIC_BASE_URL: settings.url({ default: undefined }),
      /** How many proxies of our own stand before the gateway; each appends one address to X-Forwarded-For. */
      TRUSTED_PROXY_HOPS: whole({ min: 0 })({ default: 0 }),
      /** How long a client may take to send a whole request. */
      REQUEST_TIMEOUT_MS: whole({ min: 1_000 })({ default: 30_000 }),
      /** How long a client may take no byte of an answer that waits for it. */
      ANSWER_TIMEOUT_MS: whole({ min: 1_000 })({ default: 30_000 }),
      /** How long a connection without a request stays open: longer than the proxies in front keep theirs. */
      KEEP_ALIVE_MS: whole({ min: 1_000 })({ default: 72_000 }),
      /** How many connections may be open, in all and per address; the latter only without trusted proxies. */
      MAX_CONNECTIONS: whole({ min: 1 })({ default: 10_000 }),
      MAX_CONNECTIONS_PER_ADDRESS: whole({ min: 1 })({ default: 1_000 }),
      /** Requests without a valid credential, and pings from outside the allowlist, per address and gateway. */
      UNVERIFIED_PER_MINUTE: whole({ min: 1 })({ default: 600 }),
      FOREIGN_PINGS_PER_MINUTE: whole({ min: 1 })({ default: 60 }),
    },
    environment,
  );
}

export type GatewayConfig = ReturnType<typeof loadGatewayConfig> & {
  readonly [flag: `FEATURE_${string}`]: string | undefined;
};
