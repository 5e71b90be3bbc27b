import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from 'nkeys.js';
import { selfSignedCertificate } from '@chat/local-servers';
import { certificateExpiries, natsSettings, readBusAccess } from './nats-settings';
import { ConfigError, readSettings } from './settings';

const NATS_URL = 'nats://host:4222';
const streamMaxBytes = 2 * 1024 ** 3;
const pair = createUser();
const seed = Buffer.from(pair.getSeed()).toString();
const credentials = [
  '-----BEGIN NATS USER JWT-----\neyJ0eXAi.eyJqdGki.c2ln\n------END NATS USER JWT------\n',
  `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
].join('\n');

describe('the settings of NATS', () => {
  it.each([
    [{}, {}],
    [
      { NATS_USER: 'crm', NATS_PASSWORD: '123' },
      { user: 'crm', password: '123' },
    ],
    [{ NATS_TOKEN: 'token', NATS_USER: '', NATS_NKEY_SEED: '' }, { token: 'token' }],
    [{ NATS_NKEY_SEED: seed }, { nkeySeed: seed }],
    [{ NATS_CREDENTIALS: credentials }, { credentials }],
    [{ NATS_STREAM_REPLICAS: '3' }, { streamReplicas: 3 }],
    [{ NATS_STREAM_MAX_BYTES: '17179869184' }, { streamMaxBytes: 16 * 1024 ** 3 }],
  ])('%j is valid', (environment, access) => {
    expect(readBusAccess({ NATS_URL, ...environment })).toEqual({
      url: NATS_URL,
      streamMaxBytes,
      ...access,
    });
  });

  it.each([
    [{ NATS_URL: undefined }, ['NATS_URL']],
    [{ NATS_URL: 'hush:4222' }, ['NATS_URL']],
    [{ NATS_USER: 'crm' }, ['NATS_PASSWORD']],
    [{ NATS_PASSWORD: 'hush' }, ['NATS_USER']],
    [{ NATS_URL: 'nats://ada:hush@host', NATS_USER: 'crm', NATS_PASSWORD: 'hush' }, ['NATS_USER']],
    [{ NATS_USER: 'crm', NATS_PASSWORD: 'hush', NATS_TOKEN: 'hush' }, ['NATS_TOKEN']],
    [{ NATS_NKEY_SEED: 'hush', NATS_CREDENTIALS: 'hush' }, ['NATS_CREDENTIALS', 'NATS_NKEY_SEED']],
    [{ NATS_NKEY_SEED: pair.getPublicKey() }, ['NATS_NKEY_SEED']],
    [{ NATS_TLS_CA: 'hush' }, ['NATS_TLS_CA']],
    [{ NATS_TLS_CERT: 'hush', NATS_TLS_KEY: 'hush' }, ['NATS_TLS_CERT', 'NATS_TLS_KEY']],
    [{ NATS_STREAM_REPLICAS: '2' }, ['NATS_STREAM_REPLICAS']],
    [{ NATS_STREAM_MAX_BYTES: '16GiB' }, ['NATS_STREAM_MAX_BYTES']],
    [{ NATS_STREAM_MAX_BYTES: '1048576' }, ['NATS_STREAM_MAX_BYTES']],
    [{ NATS_PASSWORD: 'hush', NATS_PASSWORD_FILE: '/hush' }, ['NATS_PASSWORD']],
    [{ NATS_PASSWORD_FILE: '/nowhere/at/all' }, ['NATS_PASSWORD']],
  ])('%j is rejected by setting, without quoting values', (environment, names) => {
    const error = failure({ NATS_URL, ...environment });

    expect(Object.keys(error.violations).sort()).toEqual(names);
    expect(error.message).not.toContain('hush');
  });

  it('are read from files if those are named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nats-settings-'));
    writeFileSync(join(folder, 'password'), 'from a file\n');

    const access = readBusAccess({
      NATS_URL,
      NATS_USER: 'crm',
      NATS_PASSWORD_FILE: join(folder, 'password'),
    });

    expect(access).toEqual({ url: NATS_URL, streamMaxBytes, user: 'crm', password: 'from a file' });
    rmSync(folder, { recursive: true });
  });
});

describe('the certificates of the settings', () => {
  const expiriesOf = (environment: Record<string, string>) =>
    certificateExpiries(readSettings(natsSettings, { NATS_URL, ...environment }));

  it('expire when the first of each setting does', () => {
    const { cert: first, key } = selfSignedCertificate('first');
    const { cert: second } = selfSignedCertificate('second');
    const soonest =
      Math.min(...[first, second].map((pem) => Date.parse(new X509Certificate(pem).validTo))) / 1000;

    expect(
      expiriesOf({ NATS_TLS_CA: `${second}\n${first}`, NATS_TLS_CERT: first, NATS_TLS_KEY: key }),
    ).toEqual([
      { setting: 'NATS_TLS_CA', expiresAt: soonest },
      { setting: 'NATS_TLS_CERT', expiresAt: Date.parse(new X509Certificate(first).validTo) / 1000 },
    ]);
  });

  it('are none without TLS', () => expect(expiriesOf({})).toEqual([]));
});

function failure(environment: Record<string, string | undefined>): ConfigError {
  try {
    readBusAccess(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('These settings were not refused.');
}
