import { secretKeyOperations } from '@chat/contracts/secret-keys';
import { SecretBox, secretKeysOf } from '@chat/service-kit';
import { until } from '@chat/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { keyedDigest } from './keyed-digest';

const { usage, rotate } = secretKeyOperations('gateway');
const [first, second, lost] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
const keysOf = (key: Buffer) => secretKeysOf({ SECRET_KEY: key, SECRET_KEYS_ACCEPTED: [] });
const boxOf = (key: Buffer) => new SecretBox(keysOf(key), keyedDigest.purpose);

describe('the digests of API keys while the secret key is changed', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      SECRET_KEY: second.toString('base64'),
      SECRET_KEYS_ACCEPTED: first.toString('base64'),
    });
  });

  afterAll(() => gateway.stop());

  const counts = async () =>
    Object.fromEntries(
      (await gateway.bus.request(usage, { body: {} })).usage.map((use) => [String(use.key_id), use.count]),
    );

  /** A key whose digest was made when that was the secret key. */
  async function keyFrom(secretKey: Buffer, toStored = (digest: Buffer) => digest) {
    const credential = await gateway.createKey();
    const digest = toStored(boxOf(secretKey).digest(credential.clientSecret));
    const sql = 'UPDATE gateway.api_keys SET secret_digest = $2 WHERE client_id = $1';
    await gateway.service.query(sql, [credential.clientId, digest]);
    return credential;
  }

  it('are made anew at the next use of a key, and keys of all ages work meanwhile', async () => {
    const current = await gateway.createKey();
    const older = await keyFrom(first);
    const unversioned = await keyFrom(first, (digest) => digest.subarray(-32));
    const foreign = await keyFrom(lost);
    const [firstId, secondId] = [first, second].map((key) => keysOf(key)[0]!.id) as [string, string];
    expect(await counts()).toEqual({ [secondId]: 1, [firstId]: 1, null: 2 });

    // Nobody but the clients has the secrets: nothing can be done for them ahead of time.
    expect(await gateway.bus.request(rotate, { body: {} })).toMatchObject({ examined: 0, after: null });
    for (const credential of [current, older, unversioned]) {
      expect((await gateway.client(credential).get('/v1/ping')).status).toBe(200);
      const wrong = { ...credential, clientSecret: `${credential.clientSecret.slice(0, -1)}!` };
      expect((await gateway.client(wrong).get('/v1/ping')).status).toBe(401);
    }
    expect((await gateway.client(foreign).get('/v1/ping')).status).toBe(401);

    await until(async () => (await counts())[secondId] === 3, { describe: 'the digests to be made anew' });
    expect(await counts()).toEqual({ [secondId]: 3, null: 1 });
    expect((await gateway.client(older).get('/v1/ping')).status).toBe(200);
  });
});
