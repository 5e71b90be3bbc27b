import { createApiKey, listApiKeys, revokeApiKey, type CreateApiKey } from '@chat/contracts/gateway';
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
    const list = async (account_id?: number) =>
      (await gateway.bus.request(listApiKeys, { body: { account_id } })).api_keys;
    expect(await list(other)).toEqual([api_key]);
    expect((await list()).length).toBeGreaterThan(1);
  });

  it('revokes a key for good, and again without a change', async () => {
    const { client_id } = (await create()).api_key;
    const { api_key } = await gateway.bus.request(revokeApiKey, { body: { client_id } });
    expect(api_key.revoked_at).not.toBeNull();
    expect(await gateway.bus.request(revokeApiKey, { body: { client_id } })).toEqual({ api_key });
  });

  it('answers not_found for a key that does not exist', async () => {
    await expect(gateway.bus.request(revokeApiKey, { body: { client_id: 'ck_none' } })).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });
});
