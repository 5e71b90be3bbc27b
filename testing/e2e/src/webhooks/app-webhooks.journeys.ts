import type { CreatedWebhook, Webhook } from '@chat/client';
import { scopes } from '@chat/contracts';
import { deleteDeveloperApp, disableUser, listGrants, revokeGrant } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import { Browser, OAuthApp, REDIRECT_URI, until, WebhookReceiver, type TestClient } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';

const PASSWORD = 'correct horse battery';

/** An app that a person allowed to receive events, with its endpoint. */
interface GrantedApp {
  app: OAuthApp;
  headers: { authorization: string };
  refreshToken: string;
  receiver: WebhookReceiver;
  webhook: Webhook;
}

/** The endpoints of apps, from the consent until the person ends it. */
export function appWebhooks(stack: RunningStack): void {
  let accountId: number;
  let owner: TestClient;
  let email: string;
  let ada: Browser;
  const receivers: WebhookReceiver[] = [];

  beforeEach(async () => {
    accountId = (await stack().admin.createAccount()).id;
    owner = stack().typedClient(await stack().admin.createApiKey(accountId, { scopes: [...scopes] }));
    ({ email } = await stack().admin.createUser(accountId, `hooks-${accountId}@example.com`, PASSWORD));
    ada = new Browser(stack().gatewayUrls[0]!);
    await ada.signIn(email, PASSWORD);
    await owner.createTicketType({ key: 'order', name: 'Order' });
  });

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });

  const startReceiver = async () => {
    const receiver = await WebhookReceiver.start();
    receivers.push(receiver);
    return receiver;
  };

  async function connect(name: string): Promise<GrantedApp> {
    const created = await stack().admin.createApp(accountId, { name, redirect_uris: [REDIRECT_URI] });
    const app = new OAuthApp(stack().gatewayUrls[0]!, created);
    const { body } = await app.redeem(await app.codeFor(ada, { scope: 'messages:webhook' }));
    const headers = { authorization: `Bearer ${body.access_token!}` };
    const receiver = await startReceiver();
    const registered = await stack()
      .client()
      .post<CreatedWebhook>('/v1/webhooks', { label: name, url: receiver.url }, { headers });
    receiver.trust(registered.data.secret);
    return { app, headers, refreshToken: body.refresh_token!, receiver, webhook: registered.data.webhook };
  }

  /** Opens a ticket, an event that every endpoint receives. @returns its number. */
  const openTicket = async () =>
    (await owner.createTicket({ type_key: 'order', subject: 'Where is it?' })).ticket.number;
  const hears = (receiver: WebhookReceiver, number: string) =>
    receiver.waitFor('ticket.created', ({ data }) => data.ticket.number === number);
  const idsOfOwner = async () => (await owner.listWebhooks()).webhooks.map(({ id }) => id);

  it('cannot see or change those of the account and of other apps, whose owner sees all', async () => {
    const [acme, other] = [await connect('Acme'), await connect('Other')];
    const { webhook } = await owner.createWebhook({ label: 'Own', url: acme.receiver.url });
    const { webhooks } = await owner.listWebhooks();
    expect(webhooks.map(({ id, created_by }) => [id, created_by?.type, created_by?.name])).toEqual([
      [webhook.id, 'key', null],
      [other.webhook.id, 'app', 'Other'],
      [acme.webhook.id, 'app', 'Acme'],
    ]);
    const client = stack().client();
    const { headers } = acme;
    const listed = await client.get<{ webhooks: Webhook[] }>('/v1/webhooks', { headers });
    expect(listed.data.webhooks).toEqual([acme.webhook]);
    for (const foreign of [webhook.id, other.webhook.id]) {
      const path = `/v1/webhooks/${foreign}`;
      for (const refused of [
        await client.patch(path, { url: 'https://evil.example/' }, { headers }),
        await client.post(`${path}/rotate-secret`, undefined, { headers }),
        await client.delete(path, { headers }),
      ]) {
        expect(refused).toMatchObject({ status: 404, error: { code: 'not_found' } });
      }
    }
    expect((await owner.listWebhooks()).webhooks).toEqual(webhooks);
  });

  it.each<[string, (of: GrantedApp) => Promise<unknown>]>([
    [
      'its grant is withdrawn',
      async ({ app }) => {
        const { bus } = stack().admin;
        const context = systemContext(accountId);
        const { grants } = await bus.request(listGrants, context, { body: { account_id: accountId } });
        const { id } = grants.find(({ app_id }) => app_id === app.id)!;
        await bus.request(revokeGrant, context, { body: { grant_id: id } });
      },
    ],
    [
      'it is deleted',
      ({ app }) =>
        stack().admin.bus.request(deleteDeveloperApp, systemContext(0), { body: { app: app.clientId } }),
    ],
  ])('end within 5 seconds when %s, and those of others stay', async (_, end) => {
    const [doomed, other] = [await connect('Acme'), await connect('Other')];
    const first = await openTicket();
    expect(await hears(doomed.receiver, first)).toMatchObject({ verified: true });
    await hears(other.receiver, first);

    await end(doomed);
    await until(async () => !(await idsOfOwner()).includes(doomed.webhook.id), {
      describe: 'the endpoint of the app to go',
      timeoutMs: 5_000,
    });
    const second = await openTicket();
    await hears(other.receiver, second);
    expect(await idsOfOwner()).toEqual([other.webhook.id]);
    expect(doomed.receiver.ofType('ticket.created')).toHaveLength(1);
  });

  it('end with the access of their person, but not when the app gives its tokens back', async () => {
    const [acme, other] = [await connect('Acme'), await connect('Other')];
    await acme.app.revoke(acme.refreshToken);
    await hears(acme.receiver, await openTicket());
    expect(await idsOfOwner()).toEqual([other.webhook.id, acme.webhook.id]);
    await stack().admin.bus.request(disableUser, systemContext(accountId), { body: { user: email } });
    await until(async () => (await idsOfOwner()).length === 0, {
      describe: 'the endpoints of the apps to go',
      timeoutMs: 5_000,
    });
  });
}
