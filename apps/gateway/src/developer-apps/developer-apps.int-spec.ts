import {
  createDeveloperApp,
  deleteDeveloperApp,
  listDeveloperApps,
  rotateDeveloperAppSecret,
  updateDeveloperApp,
  type CreateDeveloperApp,
} from '@chat/contracts/gateway';
import { GatewayUnderTest } from '../testing/gateway-under-test';

describe('the administration of developer apps', () => {
  let gateway: GatewayUnderTest;
  let accountId: number;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount();
  });

  afterAll(() => gateway.stop());

  const create = (settings: Partial<CreateDeveloperApp> = {}) =>
    gateway.bus.request(createDeveloperApp, {
      body: {
        account_id: accountId,
        name: 'CRM',
        redirect_uris: ['https://crm.example.com/callback'],
        public: false,
        ...settings,
      },
    });
  const list = async (account_id?: number) =>
    (await gateway.bus.request(listDeveloperApps, { body: { account_id } })).developer_apps;

  it('returns the client secret once and keeps a digest of it', async () => {
    const { developer_app, client_secret } = await create();
    expect(client_secret).toMatch(/^aps_[0-9A-Za-z]{38}$/);
    expect(developer_app).toMatchObject({
      account_id: accountId,
      client_id: expect.stringMatching(/^app_[0-9A-Za-z]{38}$/) as string,
      public: false,
      redirect_uris: ['https://crm.example.com/callback'],
    });
    const rows = await gateway.service.query('SELECT * FROM gateway.developer_apps WHERE id = $1', [
      developer_app.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(client_secret);
  });

  it('gives a public app no secret, and none to rotate', async () => {
    const { developer_app, client_secret } = await create({ public: true });
    expect(client_secret).toBeNull();
    const rotated = gateway.bus.request(rotateDeveloperAppSecret, { body: { app: developer_app.client_id } });
    await expect(rotated).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['an unknown account', { account_id: 4_711 }, 'account_id'],
    ['no redirect URI', { redirect_uris: [] }, 'redirect_uris'],
    [
      'one wrong redirect URI',
      { redirect_uris: ['https://a.example.com/', 'http://b.example.com/'] },
      'redirect_uris',
    ],
  ])('refuses %s', async (_, settings, member) => {
    await expect(create(settings)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { [member]: [expect.any(String)] } },
    });
  });

  it('changes what is given and leaves the rest', async () => {
    const { developer_app: before } = await create();
    const update = async (body: { name?: string; redirect_uris?: string[] }) =>
      (await gateway.bus.request(updateDeveloperApp, { body: { app: String(before.id), ...body } }))
        .developer_app;
    expect(await update({ name: 'Shop' })).toMatchObject({
      name: 'Shop',
      redirect_uris: before.redirect_uris,
    });
    const redirect_uris = ['http://127.0.0.1:8080/callback'];
    expect(await update({ redirect_uris })).toMatchObject({ name: 'Shop', redirect_uris });
  });

  it('replaces a secret', async () => {
    const { developer_app, client_secret } = await create();
    const rotated = await gateway.bus.request(rotateDeveloperAppSecret, {
      body: { app: developer_app.client_id },
    });
    expect(rotated.client_secret).toMatch(/^aps_/);
    expect(rotated.client_secret).not.toBe(client_secret);
  });

  it('lists the apps of one account or of all, and none that is deleted', async () => {
    const account_id = await gateway.createAccount();
    const { developer_app } = await create({ account_id });
    const { developer_app: own } = await create();
    expect(await list(account_id)).toEqual([developer_app]);
    expect(await list()).toEqual(expect.arrayContaining([developer_app, own]));
    const remove = () => gateway.bus.request(deleteDeveloperApp, { body: { app: developer_app.client_id } });
    expect(await remove()).toEqual({ deleted: true, id: developer_app.id });
    expect(await list(account_id)).toEqual([]);
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
  });
});
