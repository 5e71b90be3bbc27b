import { X509Certificate } from 'node:crypto';
import { makeValidator, num, str } from 'envalid';
import {
  checkCredentials,
  checkNkeySeed,
  checkTls,
  parseBusUrl,
  SMALLEST_STREAM_BYTES,
  type BusAccess,
} from '@chat/bus/client';
import { ConfigError, readSettings, type Environment, type Values } from './settings';
import { whole } from './whole-number';

/**
 * Returns a validator that passes the text to `check`, which throws if it is invalid; an empty text counts as absent.
 */
const checked = (check: (text: string) => unknown) =>
  makeValidator((input: string) => {
    if (input !== '') check(input);
    return input;
  });

const busUrl = makeValidator((input: string) => {
  parseBusUrl(input);
  return input;
});

const GIB = 1024 ** 3;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The address of NATS and the credentials. */
export const natsSettings = {
  NATS_URL: busUrl({ desc: 'NATS with JetStream, as in nats://host:4222 or tls://host:4222' }),
  NATS_USER: str({ default: '' }),
  NATS_PASSWORD: str({ default: '' }),
  NATS_TOKEN: str({ default: '' }),
  NATS_NKEY_SEED: checked(checkNkeySeed)({ default: '' }),
  NATS_CREDENTIALS: checked(checkCredentials)({ default: '' }),
  NATS_TLS_CA: checked((ca) => checkTls({ ca }))({ default: '' }),
  NATS_TLS_CERT: checked((cert) => checkTls({ cert }))({ default: '' }),
  NATS_TLS_KEY: checked((key) => checkTls({ key }))({ default: '' }),
  /** On how many servers of a cluster to keep the stream of events, if a service creates it. */
  NATS_STREAM_REPLICAS: num({ choices: [1, 3, 5], default: 1 }),
  /**
   * How many bytes the stream of events may hold. An existing stream is enlarged to it, and never reduced.
   */
  NATS_STREAM_MAX_BYTES: whole({ min: SMALLEST_STREAM_BYTES, max: 1024 * 1024 * GIB })({ default: 2 * GIB }),
};

type NatsConfig = Values<typeof natsSettings>;

/**
 * Returns how the process connects with these settings.
 * @throws ConfigError if settings contradict each other or one of a pair is missing.
 */
export function busAccess(config: NatsConfig): BusAccess {
  const problems = { ...credentialProblems(config), ...tlsProblems(config) };
  if (Object.keys(problems).length > 0) throw new ConfigError(problems);
  const { NATS_TLS_CA: ca, NATS_TLS_CERT: cert, NATS_TLS_KEY: key } = config;
  const tls = { ...(ca && { ca }), ...(cert && { cert, key }) };
  return {
    url: config.NATS_URL,
    streamMaxBytes: config.NATS_STREAM_MAX_BYTES,
    ...(config.NATS_STREAM_REPLICAS > 1 && { streamReplicas: config.NATS_STREAM_REPLICAS }),
    ...(config.NATS_USER && { user: config.NATS_USER, password: config.NATS_PASSWORD }),
    ...(config.NATS_TOKEN && { token: config.NATS_TOKEN }),
    ...(config.NATS_NKEY_SEED && { nkeySeed: config.NATS_NKEY_SEED }),
    ...(config.NATS_CREDENTIALS && { credentials: config.NATS_CREDENTIALS }),
    ...((ca || cert) && { tls }),
  };
}

/**
 * Reads the settings of a program that only calls services, such as the admin tool.
 * @throws ConfigError with all violations.
 */
export function readBusAccess(environment: Environment): BusAccess {
  return busAccess(readSettings(natsSettings, environment));
}

/** Returns when the first certificate of each setting that has some expires, in seconds since the epoch. */
export function certificateExpiries(config: NatsConfig): { setting: string; expiresAt: number }[] {
  const { NATS_TLS_CA, NATS_TLS_CERT } = config;
  return Object.entries({ NATS_TLS_CA, NATS_TLS_CERT }).flatMap(([setting, pem]) => {
    const times = (pem.match(CERTIFICATE) ?? []).map((text) => Date.parse(new X509Certificate(text).validTo));
    return times.length > 0 ? [{ setting, expiresAt: Math.min(...times) / 1000 }] : [];
  });
}

function credentialProblems(config: NatsConfig): Record<string, string> {
  const { NATS_USER: user, NATS_PASSWORD: password } = config;
  if (user && !password) return { NATS_PASSWORD: 'is missing, and NATS_USER is set' };
  if (password && !user) return { NATS_USER: 'is missing, and NATS_PASSWORD is set' };

  const url = parseBusUrl(config.NATS_URL);
  const given = [
    ...((url.user ?? url.token) ? ['NATS_URL'] : []),
    ...(['NATS_USER', 'NATS_TOKEN', 'NATS_NKEY_SEED', 'NATS_CREDENTIALS'] as const).filter(
      (name) => config[name],
    ),
  ];
  const [, second] = given;
  return second ? { [second]: `must be the only credentials: ${given.join(' and ')} have some` } : {};
}

function tlsProblems({ NATS_TLS_CERT: cert, NATS_TLS_KEY: key }: NatsConfig): Record<string, string> {
  if (cert && !key) return { NATS_TLS_KEY: 'is missing, and NATS_TLS_CERT is set' };
  if (key && !cert) return { NATS_TLS_CERT: 'is missing, and NATS_TLS_KEY is set' };
  if (!cert) return {};
  try {
    checkTls({ cert, key });
    return {};
  } catch {
    return { NATS_TLS_KEY: 'must be the key of the certificate in NATS_TLS_CERT' };
  }
}
