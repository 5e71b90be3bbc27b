import { makeValidator, port, str } from 'envalid';
import { SHARDS_AT_MOST } from '@chat/bus/client';
import { busAccess, natsSettings } from './nats-settings';
import { ConfigError, readSettings, type Environment, type Specs, type Values } from './settings';
import { whole } from './whole-number';

/** Does not quote the input in errors, because it contains a password. */
const postgresUrl = makeValidator((input: string) => {
  if (!/^postgres(ql)?:\/\//.test(input) || !URL.canParse(input)) {
    throw new Error(
      'must be a URL as in postgres://user:password@host:5432/chat; percent-encode special characters of the password',
    );
  }
  return input;
});

const isUrlOf = (schemes: string, input: string) =>
  new RegExp(`^${schemes}://[^/]`).test(input) && URL.canParse(input);

const url = makeValidator((input: string) => {
  if (!isUrlOf('https?', input)) throw new Error('must be a URL as in https://host.example.com');
  return input;
});

/** A URL, or nothing: Compose gives an empty text for what is not set. */
const optionalUrlOf = (schemes: string, example: string) =>
  makeValidator((input: string) => {
    if (input !== '' && !isUrlOf(schemes, input)) throw new Error(`must be a URL as in ${example}, or empty`);
    return input;
  });

/** Texts separated by commas; none if it is empty. */
const list = makeValidator((input: string): string[] =>
  input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** The two letters of a country, or nothing. */
const optionalCountry = makeValidator((input: string) => {
  if (!/^([A-Z]{2})?$/.test(input))
    throw new Error('must be the two capital letters of a country, as in DE, or empty');
  return input;
});

/** A name or an address to listen on. A blank one is rejected, since Node would listen on all addresses. */
const host = makeValidator((input: string) => {
  if (!/^\S+$/.test(input)) throw new Error('must be an address or a name, as in 127.0.0.1 or 0.0.0.0');
  return input;
});

/** A JSON object. */
const jsonObject = makeValidator<object>((input: string) => {
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new Error('must be an object of JSON, as in {"version":"v4"}');
});

/** A port to listen on; 0 picks a free one. */
const listenPort = whole({ min: 0, max: 65_535 });

/** The settings of every process, whatever it hosts. */
export const processSettings = {
  LOG_LEVEL: str({
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
  }),
  HEALTH_HOST: host({ default: '127.0.0.1' }),
  HEALTH_PORT: listenPort({ default: 0 }),
  /**
   * How long the process keeps working after SIGTERM, not ready, until the load balancer in front of it sends it
   * nothing more.
   */
  SHUTDOWN_DELAY_MS: whole({ min: 0, max: 300_000 })({ default: 0 }),
  METRICS_HOST: host({ default: '127.0.0.1' }),
  /** If absent, nothing is measured. */
  METRICS_PORT: listenPort({ default: undefined }),
  /** Set by the image. */
  BUILD_COMMIT: str({ default: 'unknown' }),
};

const commonSettings = {
  ...processSettings,
  ...natsSettings,
  NODE_ENV: str({ choices: ['development', 'test', 'production'], default: 'development' }),
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as in postgres://user:password@host:5432/chat' }),
  DATABASE_POOL_SIZE: whole({ min: 2 })({ default: 10 }),
  /** How many relays publish the events of a service side by side, each those of its share of the accounts. */
  OUTBOX_SHARDS: whole({ min: 1, max: SHARDS_AT_MOST })({ default: 1 }),
  /** Identifies this process among its replicas; it stays the same across restarts. */
  INSTANCE_ID: str({ default: '' }),
};

/** The kinds of settings other than `whole`. */
export const settings = {
  host,
  jsonObject,
  list,
  listenPort,
  optionalCountry,
  optionalUrl: optionalUrlOf('https?', 'https://host.example.com'),
  optionalWebSocketUrl: optionalUrlOf('wss?', 'wss://host.example.com'),
  port,
  postgresUrl,
  str,
  url,
};

/** The settings that every service has. */
export type CommonConfig = Values<typeof commonSettings>;

/**
 * Reads and validates the environment: the common settings and the service's own.
 * @throws ConfigError with all violations.
 */
export function loadConfig<S extends Specs>(own: S, environment: Environment): Values<S> & CommonConfig {
  const config = readSettings({ ...commonSettings, ...own }, environment);
  busAccess(config);
  checkShards(config);
  return config;
}

/** @throws ConfigError if relays could take every connection from requests. */
function checkShards({ OUTBOX_SHARDS, DATABASE_POOL_SIZE }: CommonConfig): void {
  if (OUTBOX_SHARDS < DATABASE_POOL_SIZE) return;
  throw new ConfigError({
    OUTBOX_SHARDS: 'must be smaller than DATABASE_POOL_SIZE: each uses a connection while it publishes',
  });
}
