import type { AppError } from '@chat/errors';
import { createWebhook, deleteWebhook, listWebhooks } from '@chat/contracts/webhooks';
import { refusal, startTestService, testContext, type TestService } from '@chat/testing';
import { webhooksService } from '../service';

const context = (accountId: number) => testContext({ accountId });
const endpoint = { label: 'Orders', url: 'https://example.com/hook' };

let service: TestService;

beforeAll(async () => {
  service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '' });
});

afterAll(() => service.stop());

function create(accountId: number, body: Partial<typeof endpoint & { events: string[] }> = {}) {
  return service.bus.request(createWebhook, { body: { ...endpoint, ...body } }, context(accountId));
}

function list(accountId: number, query: { per_page?: number; cursor?: string } = {}) {
  return service.bus.request(listWebhooks, { query }, context(accountId));
}

function remove(accountId: number, id: number) {
  return service.bus.request(deleteWebhook, { params: { id } }, context(accountId));
}

describe('registering an endpoint', () => {
  it('tells the secret once and stores it sealed', async () => {
    const { webhook, secret } = await create(1, { events: ['message.*', 'device.connected', 'message.*'] });
    expect(webhook).toMatchObject({
      ...endpoint,
      events: ['message.*', 'device.connected'],
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await list(1))).not.toContain('secret');

    const [row] = await service.query<{ secret: Buffer }>('SELECT secret FROM webhooks.endpoints');
    expect(row?.secret.toString('latin1')).not.toContain(secret.slice(6));
  });

  it.each([
    ['left out', {}],
    ['empty', { events: [] }],
  ])('hears all events when events is %s', async (_, body) => {
    expect((await create(2, body)).webhook.events).toBeNull();
  });

  it('refuses an address that is not public and events that do not exist, naming each', async () => {
    const body = { url: 'https://127.0.0.1/hook', events: ['message.typing', 'webhook.test', 'tickets.*'] };
    expect(await refusal(create(3, body))).toMatchObject({
      code: 'validation_error',
      errors: {
        url: ['Give a URL on the public internet: this address is private or reserved.'],
        events: [
          expect.stringMatching(/^message\.typing is no event\. Use .*message\.received/) as string,
          expect.stringMatching(/^tickets\.\* is no event\./) as string,
        ],
      },
    });
    expect(await list(3)).toEqual({ webhooks: [] });
  });

  it('refuses plain http', async () => {
    expect(await refusal(create(3, { url: 'http://example.com/hook' }))).toMatchObject({
      errors: { url: ['Give a URL that starts with https://.'] },
    });
  });

  it('holds an account to 100 endpoints, whatever comes at once', async () => {
    await Promise.all(Array.from({ length: 99 }, () => create(4)));
    const last = await Promise.allSettled([create(4), create(4), create(4)]);
    const refused = last.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as AppError).code)).toEqual(['conflict', 'conflict']);
    expect((await list(4)).webhooks).toHaveLength(100);
  });
});

describe('listing endpoints', () => {
  it('tells the account’s own, newest first, all of them unless per_page is given', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1) ids.unshift((await create(5)).webhook.id);
    await create(6);

    expect((await list(5)).webhooks.map(({ id }) => id)).toEqual(ids);
    expect((await list(5, { per_page: 2 })).webhooks.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });
});

describe('deleting an endpoint', () => {
  it('hides it at once', async () => {
    const { webhook } = await create(7);
    expect(await remove(7, webhook.id)).toEqual({ deleted: true, id: webhook.id });
    expect(await list(7)).toEqual({ webhooks: [] });
    expect(await refusal(remove(7, webhook.id))).toMatchObject({ code: 'not_found' });
  });

  it('does not reach another account’s', async () => {
    const { webhook } = await create(8);
    expect(await refusal(remove(9, webhook.id))).toMatchObject({ code: 'not_found' });
    expect((await list(8)).webhooks).toHaveLength(1);
  });
});
