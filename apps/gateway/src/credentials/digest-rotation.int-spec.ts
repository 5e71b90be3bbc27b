import { secretKeyOperations } from '@chat/contracts/secret-keys';
import { SecretBox, secretKeysOf } from '@chat/service-kit';
import { createDeveloperApp, rotateApiKey } from '@chat/contracts/gateway';
import { ApiClient, until, type Credential } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { keyedDigest } from './keyed-digest';

const { usage, rotate } = secretKeyOperations('gateway');
const [first, second, lost] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
const keysOf = (key: Buffer) => secretKeysOf({ SECRET_KEY: key, SECRET_KEYS_ACCEPTED: [] });
const idOf = (key: Buffer) => keysOf(key)[0]!.id;
const boxOf = (key: Buffer) => new SecretBox(keysOf(key), keyedDigest.purpose);

describe('the digests of API keys while the secret key is changed', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      SECRET_KEY: second.toString('base64'),
      SECRET_KEYS_ACCEPTED: first.toString('base64'),
    });
  });

  beforeEach(() => gateway.service.query('DELETE FROM gateway.api_keys; DELETE FROM gateway.developer_apps'));

  afterAll(() => gateway.stop());

  const counts = async () =>
    (await gateway.bus.request(usage, { body: {} })).usage.reduce<Record<string, number>>(
      (counted, { key_id, count }) => ({
        ...counted,
        [String(key_id)]: (counted[String(key_id)] ?? 0) + count,
      }),
      {},
    );

  /** What `admin secrets rotate` does. */
  async function rotateAll() {
    const total = { rotated: 0, unreadable: 0 };
    for (let after: string | undefined, isDone = false; !isDone;) {
      const batch = await gateway.bus.request(rotate, { body: { after, limit: 2 } });
      total.rotated += batch.rotated;
      total.unreadable += batch.unreadable;
      after = batch.after ?? undefined;
      isDone = batch.after === null;
    }
    return total;
  }

  const store = (clientId: string, digest: Buffer) =>
    gateway.service.query('UPDATE gateway.api_keys SET secret_digest = $2 WHERE client_id = $1', [
      clientId,
      digest,
    ]);

  /** A key whose digest was made when that was the secret key. */
  async function keyFrom(secretKey: Buffer, toStored = (digest: Buffer) => digest) {
    const credential = await gateway.createKey();
    const digest = toStored(boxOf(secretKey).digest(credential.clientSecret));
    await store(credential.clientId, digest);
    return credential;
  }

  it('are made anew at the next use of a key, and keys of all ages work meanwhile', async () => {
    const current = await gateway.createKey();
    const older = await keyFrom(first);
    const unversioned = await keyFrom(first, (digest) => digest.subarray(-32));
    const foreign = await keyFrom(lost);
    expect(await counts()).toEqual({ [idOf(second)]: 1, [idOf(first)]: 1, [idOf(lost)]: 1, null: 1 });

    for (const credential of [current, older, unversioned]) {
      expect((await gateway.client(credential).get('/v1/ping')).status).toBe(200);
      const wrong = { ...credential, clientSecret: `${credential.clientSecret.slice(0, -1)}!` };
      expect((await gateway.client(wrong).get('/v1/ping')).status).toBe(401);
    }
    expect((await gateway.client(foreign).get('/v1/ping')).status).toBe(401);

    await until(async () => (await counts())[idOf(second)] === 3, {
      describe: 'the digests to be made anew',
    });
    expect(await counts()).toEqual({ [idOf(second)]: 3, [idOf(lost)]: 1 });
    expect((await gateway.client(older).get('/v1/ping')).status).toBe(200);
  });

  it('let the old key be retired while API keys and apps are dormant, and their secrets work afterwards', async () => {
    const dormant = await keyFrom(first);
    const others = [await keyFrom(first), await keyFrom(first, (digest) => digest.subarray(-32))];
    const inOverlap = await keyFrom(first);
    await gateway.bus.request(rotateApiKey, { body: { client_id: inOverlap.clientId, overlap_hours: 24 } });
    const app = await dormantApp();
    await keyFrom(lost);

    // Those of the API keys, of the rotated secret and of the app. Of the lost one nothing can be made.
    expect(await rotateAll()).toEqual({ rotated: 5, unreadable: 1 });
    expect(await counts()).toEqual({ [idOf(second)]: 6, [idOf(lost)]: 1 });
    expect(await rotateAll()).toEqual({ rotated: 0, unreadable: 1 });

    const { url, replica } = await gateway.startReplica({ SECRET_KEYS_ACCEPTED: '' });
    const ping = async (credential: Credential) =>
      (await new ApiClient(url, credential).get('/v1/ping')).status;
    for (const credential of [dormant, ...others, inOverlap]) {
      expect(await ping(credential)).toBe(200);
      const wrong = { ...credential, clientSecret: `${credential.clientSecret.slice(0, -1)}!` };
      expect(await ping(wrong)).toBe(401);
    }
    expect(await tokenError(url, app.client_id, app.client_secret!)).toBe('invalid_grant');
    expect(await tokenError(url, app.client_id, 'wrong')).toBe('invalid_client');

    // Their digests are made anew at last: only the former secret still has its old one.
    const outdated = `SELECT count(*)::int FROM gateway.api_keys WHERE secret_digest_key IS NOT NULL`;
    await until(async () => (await gateway.service.query<{ count: number }>(outdated))[0]!.count === 0, {
      describe: 'the digests to be made anew',
    });
    for (const credential of [dormant, ...others, inOverlap]) expect(await ping(credential)).toBe(200);
    await replica.stop();
  });

  it('are not accepted after the retirement if somebody who knows the old key has made them', async () => {
    const owner = await keyFrom(first);
    await rotateAll();
    const forged = { ...owner, clientSecret: `${owner.clientSecret.slice(0, -4)}AAAA` };
    await store(owner.clientId, boxOf(first).digest(forged.clientSecret));

    const { url, replica } = await gateway.startReplica({ SECRET_KEYS_ACCEPTED: '' });
    expect((await new ApiClient(url, forged).get('/v1/ping')).status).toBe(401);
    await replica.stop();
  });

  it('depend on the old key again if a gateway of the previous release changes them', async () => {
    const credential = await keyFrom(first);
    await rotateAll();
    expect(await counts()).toEqual({ [idOf(second)]: 1 });

    // It knows nothing of what accompanies the digest, and may still have the old key in `SECRET_KEY`.
    await store(credential.clientId, boxOf(first).digest('another secret'));
    expect(await counts()).toEqual({ [idOf(first)]: 1 });

    await rotateAll();
    expect(await counts()).toEqual({ [idOf(second)]: 1 });
  });

  async function dormantApp() {
    const body = {
      account_id: await gateway.createAccount(),
      name: 'CRM',
      public: false,
      redirect_uris: ['https://crm.example.com/callback'],
    };
    const created = await gateway.bus.request(createDeveloperApp, { body });
    await gateway.service.query('UPDATE gateway.developer_apps SET secret_digest = $2 WHERE id = $1', [
      created.developer_app.id,
      boxOf(first).digest(created.client_secret!),
    ]);
    return { client_id: created.developer_app.client_id, client_secret: created.client_secret };
  }
});

/** Returns how the token endpoint refuses a refresh token that does not exist. */
async function tokenError(url: string, id: string, secret: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' }),
  });
  return ((await response.json()) as { error: string }).error;
}
