import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
  type CreateApiKey,
  type UpdateApiKey,
} from '@chat/contracts/gateway';
import { ApiClient } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';

describe('the administration of API keys', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount();
  });

  afterAll(() => gateway.stop());

  const create = (settings: Partial<CreateApiKey> = {}) =>
    gateway.bus.request(createApiKey, { body: { account_id: accountId, allowlist: [], ...settings } });

  it('tells the secret once and keeps a digest of it', async () => {
    const { api_key, client_secret } = await create({ scopes: ['devices:read'], allowlist: ['10.0.0.0/8'] });
    expect(client_secret).toMatch(/^cs_[0-9A-Za-z]{38}$/);
    expect(api_key).toMatchObject({
      account_id: accountId,
      scopes: ['devices:read'],
      allowlist: ['10.0.0.0/8'],
      revoked_at: null,
    });
    const rows = await gateway.service.query('SELECT * FROM gateway.api_keys WHERE client_id = $1', [
      api_key.client_id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(client_secret);
  });

  it('keeps the null list of scopes apart from an empty one', async () => {
    expect((await create()).api_key.scopes).toBeNull();
    expect((await create({ scopes: null })).api_key.scopes).toBeNull();
    expect((await create({ scopes: [] })).api_key.scopes).toEqual([]);
  });

  it.each([
    ['an unknown scope', { scopes: ['devices:read', 'root'] }, 'scopes'],
    ['an entry that is no address', { allowlist: ['127.0.0.1', 'localhost'] }, 'allowlist'],
    ['a range that is none', { allowlist: ['10.0.0.0/33'] }, 'allowlist'],
    ['an account that does not exist', { account_id: 999_999 }, 'account_id'],
  ])('refuses %s', async (_, settings, member) => {
    await expect(create(settings)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { [member]: [expect.any(String)] } },
    });
  });

  it('lists the keys of one account or of all', async () => {
    const other = await gateway.createAccount();
    const { api_key } = await create({ account_id: other });
    const { api_key: own } = await create();
    const list = async (account_id?: number) =>
      (await gateway.bus.request(listApiKeys, { body: { account_id } })).api_keys;
    expect(await list(other)).toEqual([api_key]);
    expect(await list()).toEqual(expect.arrayContaining([api_key, own]));
  });

  it('revokes a key for good, and again without a change', async () => {
    const { client_id } = (await create()).api_key;
    const { api_key } = await gateway.bus.request(revokeApiKey, { body: { client_id } });
    expect(api_key.revoked_at).not.toBeNull();
    expect(await gateway.bus.request(revokeApiKey, { body: { client_id } })).toEqual({ api_key });
  });

  const update = async (body: UpdateApiKey) => (await gateway.bus.request(updateApiKey, { body })).api_key;

  it('changes what is given and leaves the rest', async () => {
    const { client_id } = (await create({ scopes: ['devices:read'], allowlist: ['10.0.0.0/8'] })).api_key;
    expect(await update({ client_id, allowlist: [] })).toMatchObject({
      scopes: ['devices:read'],
      allowlist: [],
    });
    expect(await update({ client_id, scopes: null })).toMatchObject({ scopes: null, allowlist: [] });
    expect(await update({ client_id, scopes: [] })).toMatchObject({ scopes: [], allowlist: [] });
    await expect(update({ client_id, scopes: ['root'] })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(update({ client_id, allowlist: ['*'] })).rejects.toMatchObject({ code: 'validation_error' });
  });

  const rotate = (client_id: string, overlap_hours: number) =>
    gateway.bus.request(rotateApiKey, { body: { client_id, overlap_hours } });

  /** The statuses that a key gets with each of its secrets, from a gateway that has not seen the key before. */
  async function statusesOf(clientId: string, ...secrets: string[]): Promise<number[]> {
    const { url, replica } = await gateway.startReplica();
    const ping = async (clientSecret: string) =>
      (await new ApiClient(url, { clientId, clientSecret }).get('/v1/ping')).status;
    const statuses = [];
    for (const secret of secrets) statuses.push(await ping(secret));
    await replica.stop();
    return statuses;
  }

  it('lets the former secret work beside the new one for the overlap, and none before it', async () => {
    const { clientId, clientSecret: first } = await gateway.createKey();
    const { client_secret: second } = await rotate(clientId, 24);
    expect(await statusesOf(clientId, first, second)).toEqual([200, 200]);
    const { client_secret: third, api_key } = await rotate(clientId, 24);
    expect(Date.parse(api_key.former_secret_until!) - Date.now()).toBeCloseTo(24 * 3_600_000, -6);
    expect(await statusesOf(clientId, first, second, third)).toEqual([401, 200, 200]);
    await gateway.service.query(
      'UPDATE gateway.api_keys SET former_secret_until = now() WHERE client_id = $1',
      [clientId],
    );
    expect(await statusesOf(clientId, second, third)).toEqual([401, 200]);
  });

  it('makes a new secret valid at once, even if the old one was just used', async () => {
    const { clientId, clientSecret: first } = await gateway.createKey();
    const ping = async (clientSecret: string) =>
      (await gateway.client({ clientId, clientSecret }).get('/v1/ping')).status;
    expect(await ping(first)).toBe(200);
    const { client_secret: second } = await rotate(clientId, 24);
    expect([await ping(second), await ping(first), await ping('cs_wrong')]).toEqual([200, 200, 401]);
  });

  it('ends the former secret at once without an overlap', async () => {
    const { clientId, clientSecret: first } = await gateway.createKey();
    const { client_secret: second, api_key } = await rotate(clientId, 0);
    expect(api_key.former_secret_until).toBeNull();
    expect(await statusesOf(clientId, first, second)).toEqual([401, 200]);
  });

  it.each<[string, (client_id: string) => Promise<unknown>]>([
    ['revoke', (client_id) => gateway.bus.request(revokeApiKey, { body: { client_id } })],
    ['update', (client_id) => update({ client_id, allowlist: [] })],
    ['rotate', (client_id) => rotate(client_id, 24)],
  ])('answers not_found to %s of a key that does not exist', async (_, change) => {
    await expect(change('ck_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('neither changes nor rotates a key that is revoked', async () => {
    const { clientId, clientSecret } = await gateway.createKey();
    await gateway.bus.request(revokeApiKey, { body: { client_id: clientId } });
    await expect(update({ client_id: clientId, scopes: null })).rejects.toMatchObject({ code: 'conflict' });
    await expect(rotate(clientId, 24)).rejects.toMatchObject({ code: 'conflict' });
    expect(await statusesOf(clientId, clientSecret)).toEqual([401]);
  });
});
