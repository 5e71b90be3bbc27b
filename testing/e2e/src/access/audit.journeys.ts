import type { AnsweredRequestList, AuditEntry, AuditList } from '@chat/contracts/gateway';
import { Browser, until, type Credential } from '@chat/test-kit';
import { connectPhone, freshNumber, receiverAt } from '../messages/shop';
import type { RunningStack } from '../shared-stack';

const PASSWORD = 'correct horse battery';
const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };
const PLANTED = 'planted-in-a-url';

/** Who did what is told by every service, and kept by one. */
export function audit(stack: RunningStack): void {
  let credential: Credential;
  let owner: Browser;
  let accountId: number;

  beforeAll(async () => {
    ({ id: accountId } = await stack().admin.createAccount());
    const scopes = [
      ...[
        'devices:read',
        'devices:manage',
        'qr:generate',
        'contacts:read',
        'contacts:write',
        'messages:read',
        'messages:send',
      ],
      ...['messages:webhook', 'tickets:read', 'tickets:write', 'assets:read', 'assets:write'],
    ];
    credential = await stack().admin.createApiKey(accountId, { scopes });
    const { email } = await stack().admin.createUser(accountId, `audit-${accountId}@example.com`, PASSWORD);
    owner = new Browser(stack().gatewayUrls[0]!);
    await owner.signIn(email, PASSWORD);
  });

  const ask = async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(stack().gatewayUrls[0]! + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        'client-id': credential.clientId,
        'client-secret': credential.clientSecret,
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    const { data, error, meta } = (await answer.json()) as {
      data: T;
      error?: object;
      meta: { request_id: string };
    };
    if (path !== '/v1/messages') expect(error).toBeUndefined();
    return { data, status: answer.status, requestId: meta.request_id };
  };
  const see = async <T>(path: string): Promise<T> => {
    const headers = { cookie: owner.cookieHeader, ...OWN_PAGE };
    const answer = await fetch(`${stack().gatewayUrls[0]}/console/api${path}`, { headers });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };
  const entriesOf = async (requestId: string): Promise<AuditEntry[]> =>
    (await see<AuditList>('/audit?per_page=100')).entries.filter((entry) => entry.request_id === requestId);

  it('has one entry of each change that a key makes, whichever service makes it', async () => {
    const url = `https://hooks.example.com/${PLANTED}`;
    const contact = await ask<{ contact: { id: number } }>('POST', '/v1/contacts', {
      firstname: 'Ada',
      ...receiverAt(freshNumber()),
    });
    const { id: contactId } = contact.data.contact;
    const webhook = await ask<{ webhook: { id: number } }>('POST', '/v1/webhooks', {
      label: 'Shop',
      url,
      events: ['message.*'],
    });
    const { id: webhookId } = webhook.data.webhook;
    const device = await ask<{ device: { id: number } }>('POST', '/v1/devices', { name: 'Shop' });
    const type = await ask<{ ticket_type: { id: number } }>('POST', '/v1/ticket-types', {
      key: 'order',
      name: 'Order',
    });
    const asset = await ask<{ cta_url: { id: number } }>('POST', '/v1/cta-urls', {
      name: 'Shop',
      body: 'Our shop',
      display_text: 'Open',
      url: `https://shop.example.com/${PLANTED}`,
    });
    const done: [string, string, { requestId: string; status: number }][] = [
      ['webhook.create', `webhooks/${webhookId}`, webhook],
      [
        'webhook.update',
        `webhooks/${webhookId}`,
        await ask('PATCH', `/v1/webhooks/${webhookId}`, { label: 'CRM' }),
      ],
      ['webhook.delete', `webhooks/${webhookId}`, await ask('DELETE', `/v1/webhooks/${webhookId}`)],
      ['channel.create', `channels/${device.data.device.id}`, device],
      [
        'channel.delete',
        `channels/${device.data.device.id}`,
        await ask('DELETE', `/v1/devices/${device.data.device.id}`),
      ],
      ['type.create', `ticket-types/${type.data.ticket_type.id}`, type],
      [
        'contact.update',
        `contacts/${contactId}`,
        await ask('PATCH', `/v1/contacts/${contactId}`, { firstname: 'Grace' }),
      ],
      ['contact.delete', `contacts/${contactId}`, await ask('DELETE', `/v1/contacts/${contactId}`)],
      ['cta-url.add', `cta-urls/${asset.data.cta_url.id}`, asset],
    ];
    for (const [action, target, { requestId, status }] of done) {
      expect([action, status < 300]).toEqual([action, true]);
      const entries = await until(
        async () => {
          const found = await entriesOf(requestId);
          return found.length > 0 && found;
        },
        { describe: `the entry of ${action}` },
      );
      expect(entries).toEqual([
        expect.objectContaining({ action, target, address: expect.any(String) as string }),
      ]);
      expect(entries[0]!.actor).toMatchObject({ type: 'api_key', id: credential.clientId });
    }
    expect(await entriesOf(contact.requestId)).toEqual([]);
    const all = JSON.stringify(await see<AuditList>('/audit?per_page=100'));
    expect([PLANTED, 'Grace', credential.clientSecret].filter((text) => all.includes(text))).toEqual([]);
  });

  it('is beside a log of requests, by the id that an answer has, and counts of messages', async () => {
    const client = stack().typedClient(credential);
    await connectPhone(stack(), client);
    const to = receiverAt(freshNumber());
    await client.sendMessage({ message: 'Hello', ...to });
    const refused = await ask('POST', '/v1/messages', { message: 'Hello' });
    const logged = await until(
      async () => (await see<AnsweredRequestList>(`/requests?request_id=${refused.requestId}`)).requests[0],
      { describe: 'the request in the log' },
    );
    expect(logged).toMatchObject({
      method: 'POST',
      route: '/v1/messages',
      status: refused.status,
      credential: credential.clientId,
    });
    await until(
      async () => {
        const { data } = await ask<{ usage: { status: string; count: number }[] }>(
          'GET',
          '/v1/usage/messages?group_by=status',
        );
        return data.usage.some(({ status, count }) => status === 'sent' && count === 1);
      },
      { describe: 'the message to be counted' },
    );
  });
}
