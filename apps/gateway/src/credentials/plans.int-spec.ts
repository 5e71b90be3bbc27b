import type { Plan } from '@chat/contracts';
import { updateAccount } from '@chat/contracts/gateway';
import { listTicketTypes } from '@chat/contracts/tickets';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { createApp, signedInPerson } from '../testing/oauth-app';

describe('the plan of an account', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });

  afterAll(() => gateway.stop());

  it('goes along whole with keys and tokens alike', async () => {
    const settings = { account_limit: 7, cloud_channels: true, rate_limit: 1_234 };
    const accountId = await gateway.createAccount(settings);
    await gateway.bus.request(updateAccount, { body: { account_id: accountId, manual_probes: false } });
    const key = await gateway.createKey({ account_id: accountId, scopes: ['tickets:read'] });
    const app = await createApp(gateway, accountId);
    const { browser } = await signedInPerson(gateway, accountId);
    const { access_token } = (await app.redeem(await app.codeFor(browser, { scope: 'tickets:read' }))).body;

    const plans: Plan[] = [];
    const service = await gateway.bus.respond(listTicketTypes, (_, { account }) => {
      plans.push(account.plan);
      return { ticket_types: [] };
    });
    for (const headers of [keyHeaders(key), { authorization: `Bearer ${access_token}` }]) {
      expect((await fetch(`${gateway.url}/v1/ticket-types`, { headers })).status).toBe(200);
    }
    service.unsubscribe();
    const plan = { ...settings, device_channels: true, coexistence: false, manual_probes: false };
    expect(plans).toEqual([plan, plan]);
  });
});
