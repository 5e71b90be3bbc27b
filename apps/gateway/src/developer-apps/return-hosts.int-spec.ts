import { deleteDeveloperApp, listReturnHosts } from '@chat/contracts/gateway';
import { refusal, testContext } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';
import { createApp, signedInPerson } from '../testing/oauth-app';

describe('where an onboarding may send people back to', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });

  afterAll(() => gateway.stop());

  const hostsFor = async (accountId: number, developer_app_id?: number, credential = {}) => {
    const context = testContext({ accountId });
    const { hosts } = await gateway.bus.request(
      listReturnHosts,
      { body: { developer_app_id } },
      { ...context, credential: { ...context.credential, ...credential } },
    );
    return hosts;
  };

  it('is every host of the account’s apps with an API key, or of the one that is named', async () => {
    const [account, other] = [await gateway.createAccount(), await gateway.createAccount()];
    const crm = await createApp(gateway, account, {
      redirect_uris: ['https://crm.example.com/a', 'https://crm.example.com:8443/b'],
    });
    const shop = await createApp(gateway, account, { redirect_uris: ['http://127.0.0.1:5000/x'] });
    const foreign = await createApp(gateway, other, { redirect_uris: ['https://other.example.com/'] });
    expect(await hostsFor(account)).toEqual(['127.0.0.1', 'crm.example.com']);
    expect(await hostsFor(account, crm.id)).toEqual(['crm.example.com']);
    for (const id of [foreign.id, 4_711]) {
      expect(await refusal(hostsFor(account, id))).toMatchObject({
        code: 'validation_error',
        errors: { developer_app_id: [expect.any(String)] },
      });
    }
    await gateway.bus.request(deleteDeveloperApp, { body: { app: String(shop.id) } });
    expect(await hostsFor(account)).toEqual(['crm.example.com']);
  });

  it('is the hosts of its own app with an access token, whoever owns that and whatever is named', async () => {
    const [maker, account] = [await gateway.createAccount(), await gateway.createAccount()];
    const app = await createApp(gateway, maker);
    const own = await createApp(gateway, account, { redirect_uris: ['https://own.example.com/'] });
    const { browser } = await signedInPerson(gateway, account);
    await app.codeFor(browser);
    const [grant] = await gateway.service.query<{ id: string }>(
      'SELECT id FROM gateway.oauth_grants WHERE account_id = $1',
      [account],
    );
    const bearer = { type: 'bearer', id: `grant:${grant!.id}` };
    expect(await hostsFor(account, own.id, bearer)).toEqual(['crm.example.com']);
    await gateway.bus.request(deleteDeveloperApp, { body: { app: String(app.id) } });
    expect(await hostsFor(account, undefined, bearer)).toEqual([]);
  });
});
