import { cleanEnv, makeValidator, port, str, url, type ValidatorSpec } from 'envalid';

/** Where settings are read from: the environment of a process, or a plain object. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment that the process cannot run with. Its message names every setting to change. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  /** @param violations what is wrong with each setting, by its name. */
  constructor(readonly violations: Readonly<Record<string, string>>) {
    const lines = Object.entries(violations).map(([name, violation]) => `  ${name}: ${violation}`);
    super(`Change these settings of the environment:\n${lines.join('\n')}`);
  }
}

/** 32 random bytes in base64. */
const secretKey = makeValidator((input: string) => {
  const key = Buffer.from(input, 'base64');
  if (key.length !== 32) throw new Error('must be 32 random bytes in base64 (openssl rand -base64 32)');
  return key;
});

/** Says what is wrong without quoting the input, which holds a password. */
const postgresUrl = makeValidator((input: string) => {
  if (!URL.canParse(input))
    throw new Error('must be a URL; percent-encode special characters of the password');
  return input;
});

/** A whole number of at least `min`. */
export const whole = ({ min }: { min: number }) =>
  makeValidator((input: string) => {
    const value = Number(input);
    if (!Number.isSafeInteger(value) || value < min)
      throw new Error(`must be a whole number of at least ${min}`);
    return value;
  });

/** The settings of every process, whatever it hosts. */
export const processSettings = {
  LOG_LEVEL: str({
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
  }),
  HEALTH_HOST: str({ default: '127.0.0.1' }),
  HEALTH_PORT: whole({ min: 0 })({ default: 0 }),
};

const commonSettings = {
  ...processSettings,
  NODE_ENV: str({ choices: ['development', 'test', 'production'], default: 'development' }),
  DATABASE_URL: postgresUrl({ desc: 'Postgres, as in postgres://user:password@host:5432/chat' }),
  DATABASE_POOL_SIZE: whole({ min: 2 })({ default: 10 }),
  NATS_URL: str({ desc: 'NATS with JetStream, as in nats://host:4222' }),
  /** Names this process among its replicas; it keeps the name over restarts. */
  INSTANCE_ID: str({ default: '' }),
  SECRET_KEY: secretKey({ desc: '32 random bytes in base64: encrypts and authenticates what is stored' }),
};

/** The kinds of settings beside `whole`. */
export const settings = { port, postgresUrl, str, url };

type Specs = Record<string, ValidatorSpec<unknown>>;
type Values<S extends Specs> = { readonly [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never };

/** The settings that every process has. */
export type CommonConfig = Values<typeof commonSettings>;

/**
 * Reads and validates the environment: the common settings and the service's own.
 * @throws ConfigError that tells every violation at once.
 */
export function loadConfig<S extends Specs>(own: S, environment: Environment): Values<S> & CommonConfig {
  return readSettings({ ...commonSettings, ...own }, environment);
}

/**
 * Reads these settings alone, for a process that is no service on the bus.
 * @throws ConfigError that tells every violation at once.
 */
export function readSettings<S extends Specs>(specs: S, environment: Environment): Values<S> {
  const values = cleanEnv(environment, specs, {
    reporter: ({ errors }) => {
      const violations = Object.entries(errors).map(
        ([name, error]) => [name, (error as Error).message] as const,
      );
      if (violations.length > 0) throw new ConfigError(Object.fromEntries(violations));
    },
  });
  // A plain object: envalid's own refuses to be asked for members it does not have, which Nest does.
  return Object.freeze({ ...values }) as unknown as Values<S>;
}
