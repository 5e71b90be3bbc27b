import { blobStoreSettings } from '@chat/media';
import { featureFlags, type FeatureFlag } from '@chat/contracts';
import { loadConfig, secretSettings, settings, whole, type Environment } from '@chat/service-kit';

/** Declares one setting per feature flag: `on` or `off`. */
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
      /** Whether there is a console for people, at `/console/`, and the API that it uses, at `/console/api`. */
      FEATURE_CONSOLE: settings.str({ choices: ['on', 'off'], default: 'on' }),
      ...blobStoreSettings,
      ...secretSettings,
      GATEWAY_HOST: settings.host({ default: '127.0.0.1' }),
      GATEWAY_PORT: settings.port({ default: 3000 }),
      /**
       * The URL at which clients reach the API, for the OpenAPI document. Without it, the document names the URL it was
       * fetched from.
       */
      PUBLIC_BASE_URL: settings.url({ default: undefined }),
      /** How many of our own proxies are in front of the gateway. Each appends one address to X-Forwarded-For. */
      TRUSTED_PROXY_HOPS: whole({ min: 0 })({ default: 0 }),
      /** How long a client may take to send a complete request. */
      REQUEST_TIMEOUT_MS: whole({ min: 1_000 })({ default: 30_000 }),
      /** How long a client may go without reading any byte of a waiting response. */
      ANSWER_TIMEOUT_MS: whole({ min: 1_000 })({ default: 30_000 }),
      /** How long an idle connection stays open. Must be longer than the keep-alive of the proxies in front. */
      KEEP_ALIVE_MS: whole({ min: 1_000 })({ default: 72_000 }),
      /**
       * The maximum number of open connections, in total and per address; behind trusted proxies, an address may have as
       * many requests in flight.
       */
      MAX_CONNECTIONS: whole({ min: 1 })({ default: 10_000 }),
      MAX_CONNECTIONS_PER_ADDRESS: whole({ min: 1 })({ default: 1_000 }),
      /** The maximum number of requests in flight of an account, per gateway. */
      MAX_REQUESTS_PER_ACCOUNT: whole({ min: 1 })({ default: 250 }),
      /** The memory for events that clients of event streams may have missed, in bytes; 8 MiB in `standalone`. */
      EVENT_BUFFER_BYTES: whole({ min: 1024 * 1024 })({ default: 64 * 1024 * 1024 }),
      /** Requests without a valid credential, and pings from outside the allowlist, per address and gateway. */
      UNVERIFIED_PER_MINUTE: whole({ min: 1 })({ default: 600 }),
      FOREIGN_PINGS_PER_MINUTE: whole({ min: 1 })({ default: 60 }),
      /** How long after its use a refresh token gives the same successor once more, instead of ending its family. */
      OAUTH_REFRESH_GRACE_MS: whole({ min: 0 })({ default: 30_000 }),
      /** For how many days the audit log keeps an entry. */
      AUDIT_DAYS: whole({ min: 1 })({ default: 400 }),
      /** For how many days the request log keeps a request; 0: there is none. */
      REQUEST_LOG_DAYS: whole({ min: 0 })({ default: 7 }),
    },
    environment,
  );
}

export type GatewayConfig = ReturnType<typeof loadGatewayConfig> & {
  readonly [flag: `FEATURE_${string}`]: string | undefined;
};
