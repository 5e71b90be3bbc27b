import type { ApiKey, CreatedApiKey, CreatedDeveloperApp, Grant } from '@chat/contracts/gateway';
import { listContacts } from '@chat/contracts/crm';
import { OAuthApp, REDIRECT_URI, until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { OWN_PAGE, PersonAtConsole } from '../testing/signed-in-person';

const REQUEST_ID = { ...OWN_PAGE, 'x-request-id': '7f9c24e8-3b12-4fef-91e0-2d3c5a6b7c8d' };

describe('the credentials of an account, for its people', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let developer: PersonAtConsole;
  let stranger: PersonAtConsole;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    ({ url: second } = await gateway.startReplica());
    accountId = await gateway.createAccount();
    await PersonAtConsole.signIn(gateway, accountId, 'owner');
    developer = await PersonAtConsole.signIn(gateway, accountId, 'developer');
    stranger = await PersonAtConsole.signIn(gateway, await gateway.createAccount(), 'owner');
    await gateway.bus.respond(listContacts, () => ({ contacts: [] }));
  });

  afterAll(() => gateway.stop());

  const data = <T>({ text, status }: { text: string; status: number }) => {
    expect([200, 201]).toContain(status);
    return (JSON.parse(text) as { data: T }).data;
  };
  const createKey = async (changes: object = {}) => {
    const body = { name: 'CRM', scopes: ['contacts:read'], allowlist: ['127.0.0.0/8'], ...changes };
    return data<CreatedApiKey>(await developer.call('POST', '/api-keys', { body }));
  };
  const use = async (client_id: string, secret: string, url = gateway.url) =>
    (await fetch(`${url}/v1/contacts`, { headers: { 'client-id': client_id, 'client-secret': secret } }))
      .status;
  const keys = async (who = developer) =>
    data<{ api_keys: ApiKey[] }>(await who.call('GET', '/api-keys')).api_keys;

  it('are keys with a name, a maker and a last use', async () => {
    const { api_key, client_secret } = await createKey();
    expect(api_key).toMatchObject({
      account_id: accountId,
      name: 'CRM',
      created_by: developer.id,
      scopes: ['contacts:read'],
      expires_at: null,
      last_used_at: null,
    });
    expect(await use(api_key.client_id, client_secret)).toBe(200);
    expect(await keys()).toContainEqual(
      expect.objectContaining({ client_id: api_key.client_id, name: 'CRM' }),
    );
    expect(JSON.stringify(await keys())).not.toContain(client_secret);
    expect(await keys(stranger)).toEqual([]);
  });

  it('are changed, rotated and revoked', async () => {
    const { api_key, client_secret } = await createKey();
    const path = `/api-keys/${api_key.client_id}`;
    const changed = await developer.call('PATCH', path, { body: { name: 'Shop', scopes: null } });
    expect(data(changed)).toMatchObject({
      api_key: { name: 'Shop', scopes: null, allowlist: ['127.0.0.0/8'] },
    });
    const rotated = data<CreatedApiKey>(await developer.call('POST', `${path}/rotate`, { body: {} }));
    expect(await use(api_key.client_id, rotated.client_secret)).toBe(200);
    expect(await use(api_key.client_id, client_secret)).toBe(200);
    data(await developer.call('DELETE', path));
    await until(async () => (await use(api_key.client_id, rotated.client_secret)) === 401, {
      describe: 'the key to be refused',
      timeoutMs: 5_000,
    });
    expect((await developer.call('PATCH', path, { body: { name: 'Again' } })).error?.code).toBe('conflict');
  });

  it('end on every gateway within 5 seconds of their expiry', async () => {
    const expires_at = new Date(Date.now() + 2_500).toISOString().replace('Z', '+00:00');
    const { api_key, client_secret } = await createKey({ expires_at });
    expect(api_key.expires_at).toBe(expires_at);
    for (const url of [gateway.url, second])
      expect(await use(api_key.client_id, client_secret, url)).toBe(200);
    for (const url of [gateway.url, second])
      await until(async () => (await use(api_key.client_id, client_secret, url)) === 401, {
        describe: 'the key to expire',
        timeoutMs: 7_500,
      });
  }, 20_000);

  it.each([
    ['an expiry that has passed', { expires_at: '2020-01-31T10:20:30.000+00:00' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: '2999-13-31T10:20:30.000+00:00' }, 'expires_at'],
    ['no name', { name: undefined }, 'name'],
    ['a scope that there is not', { scopes: ['everything'] }, 'scopes'],
    ['an address that is none', { allowlist: ['home'] }, 'allowlist'],
    ['the account of somebody else', { account_id: 1 }, 'account_id'],
  ])('are not made with %s', async (_, changes, member) => {
    const body = { name: 'CRM', allowlist: [], ...changes };
    const answer = await developer.call('POST', '/api-keys', { body });
    expect([answer.status, Object.keys((answer.error as unknown as { errors: object }).errors)]).toEqual([
      422,
      [member],
    ]);
  });

  it('are apps, which are changed, rotated and deleted', async () => {
    const body = { name: 'Acme', redirect_uris: [REDIRECT_URI] };
    const created = data<CreatedDeveloperApp>(await developer.call('POST', '/developer-apps', { body }));
    const path = `/developer-apps/${created.developer_app.id}`;
    expect(created.client_secret).toMatch(/^aps_/);
    expect(data(await developer.call('PATCH', path, { body: { name: 'Acme CRM' } }))).toMatchObject({
      developer_app: { name: 'Acme CRM', redirect_uris: [REDIRECT_URI] },
    });
    const rotated = data<CreatedDeveloperApp>(
      await developer.call('POST', `${path}/rotate-secret`, { body: {} }),
    );
    expect(rotated.client_secret).not.toBe(created.client_secret);
    const list = async (who: PersonAtConsole) =>
      data<{ developer_apps: { id: number }[] }>(await who.call('GET', '/developer-apps')).developer_apps
        .length;
    expect([await list(developer), await list(stranger)]).toEqual([1, 0]);
    expect(data(await developer.call('DELETE', path))).toEqual({
      deleted: true,
      id: created.developer_app.id,
    });
    expect(await list(developer)).toBe(0);
  });

  it('are grants: their own for everybody, all of the account for admins', async () => {
    const admin = await PersonAtConsole.signIn(gateway, accountId, 'admin');
    const agent = await PersonAtConsole.signIn(gateway, accountId, 'agent');
    const body = { name: 'Acme', redirect_uris: [REDIRECT_URI] };
    const app = new OAuthApp(gateway.url, data(await developer.call('POST', '/developer-apps', { body })));
    for (const { browser } of [agent, admin]) await app.redeem(await app.codeFor(browser));
    const list = async (who: PersonAtConsole, path: string) =>
      data<{ grants: Grant[] }>(await who.call('GET', path)).grants.filter(({ revoked_at }) => !revoked_at);
    expect((await list(agent, '/me/grants')).map(({ user_id }) => user_id)).toEqual([agent.id]);
    const all = await list(admin, '/grants');
    expect(all.map(({ user_id }) => user_id)).toEqual([admin.id, agent.id]);
    const [ofAdmin, ofAgent] = all.map(({ id }) => id);
    expect((await agent.call('DELETE', `/me/grants/${ofAdmin!}`)).status).toBe(404);
    expect((await stranger.call('DELETE', `/grants/${ofAgent!}`)).status).toBe(404);
    data(await agent.call('DELETE', `/me/grants/${ofAgent!}`));
    data(await admin.call('DELETE', `/grants/${ofAdmin!}`));
    expect(await list(admin, '/grants')).toEqual([]);
  });

  it('of another account are as unknown as what nobody has, and stay as they were', async () => {
    const { api_key, client_secret } = await createKey();
    const body = { name: 'Acme', redirect_uris: [REDIRECT_URI] };
    const { developer_app } = data<CreatedDeveloperApp>(
      await developer.call('POST', '/developer-apps', { body }),
    );
    const attempts: [string, string, object?][] = [
      ['PATCH', '/api-keys/{}', { name: 'Mine' }],
      ['POST', '/api-keys/{}/rotate', {}],
      ['DELETE', '/api-keys/{}'],
      ['PATCH', '/developer-apps/{}', { name: 'Mine' }],
      ['POST', '/developer-apps/{}/rotate-secret', {}],
      ['DELETE', '/developer-apps/{}'],
    ];
    for (const [method, path, input] of attempts) {
      const foreign = path.includes('key') ? api_key.client_id : String(developer_app.id);
      const unknown = path.includes('key') ? `${api_key.client_id.slice(0, -3)}abc` : '999999999';
      const ask = (id: string) =>
        stranger.call(method, path.replace('{}', id), { body: input, headers: REQUEST_ID });
      const [other, nobody] = [await ask(foreign), await ask(unknown)];
      expect([method, path, other.status, other.text]).toEqual([method, path, 404, nobody.text]);
    }
    expect(await use(api_key.client_id, client_secret)).toBe(200);
    expect((await keys()).find(({ client_id }) => client_id === api_key.client_id)).toMatchObject({
      name: api_key.name,
      revoked_at: null,
      former_secret_until: null,
      updated_at: api_key.updated_at,
    });
  });

  it('and its name are changed by an admin', async () => {
    const admin = await PersonAtConsole.signIn(gateway, accountId, 'admin');
    expect(data(await admin.call('PATCH', '/account', { body: { name: 'Shop' } }))).toMatchObject({
      account: { id: accountId, name: 'Shop' },
    });
    expect((await admin.call('PATCH', '/account', { body: { rate_limit: 9 } })).status).toBe(422);
    expect(data(await developer.call('GET', '/me'))).toMatchObject({ account: { name: 'Shop' } });
    data(await admin.call('PATCH', '/account', { body: { mcp: true } }));
    expect(data(await admin.call('GET', '/account/settings'))).toMatchObject({
      account: { id: accountId, name: 'Shop', mcp: true },
    });
    expect((await developer.call('GET', '/account/settings')).status).toBe(403);
  });
});
