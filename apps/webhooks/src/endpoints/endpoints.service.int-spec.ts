import type { AppError } from '@chat/errors';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type ListWebhooksQuery,
  type UpdateWebhook,
} from '@chat/contracts/webhooks';
import { limitCrossed } from '@chat/contracts/limits';
import { refusal, startTestService, testContext, until, type TestService } from '@chat/test-kit';
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

function list(accountId: number, query: ListWebhooksQuery = {}) {
  return service.bus.request(listWebhooks, { query }, context(accountId));
}

function remove(accountId: number, id: number) {
  return service.bus.request(deleteWebhook, { params: { id } }, context(accountId));
}

describe('registering an endpoint', () => {
  it('returns the secret once and stores it sealed', async () => {
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
  ])('subscribes to all events if events is %s', async (_, body) => {
    expect((await create(2, body)).webhook.events).toBeNull();
  });

  it('trims the label, and stores and returns the URL in normal form', async () => {
    const body = { label: '  Orders ', url: 'HTTPS://Bücher.Example:443/a/../hook?ö' };
    const { webhook } = await create(10, body);
    expect(webhook).toMatchObject({ label: 'Orders', url: 'https://xn--bcher-kva.example/hook?%C3%B6' });
    expect(await list(10)).toEqual({ webhooks: [webhook] });
    const rows = await service.query('SELECT url FROM webhooks.endpoints WHERE account_id = 10');
    expect(rows).toEqual([{ url: webhook.url }]);
  });

  it.each([
    ['plain http', 'http://example.com/hook', /starts with https/],
    ['a URL that is not written out', 'https:example.com', /complete URL/],
    ['white space around', ' https://example.com/hook', /Remove spaces/],
    ['a backslash', 'https://example.com\\hook', /Remove spaces/],
    ['a user name', 'https://ada@example.com/', /Remove the user name/],
    ['loopback in disguise', 'https://2130706433/', /private or reserved/],
    ['nothing', '', /1 to 2048 characters/],
  ])('refuses %s with an explanation', async (_, url, sentence) => {
    expect(await refusal(create(3, { url }))).toMatchObject({
      code: 'validation_error',
      errors: { url: [expect.stringMatching(sentence) as string] },
    });
  });

  it('refuses a private address and unknown events, naming each', async () => {
    const body = { url: 'https://127.0.0.1/hook', events: ['message.typing', 'webhook.test', 'tickets.*'] };
    expect(await refusal(create(3, body))).toMatchObject({
      code: 'validation_error',
      errors: {
        url: ['Give a URL on the public internet: this address is private or reserved.'],
        events: [
          expect.stringMatching(/^message\.typing is not an event\. Use .*message\.received/) as string,
          expect.stringMatching(/^tickets\.\* is not an event\./) as string,
        ],
      },
    });
    expect(await list(3)).toEqual({ webhooks: [] });
  });

  it('limits how much of a long list of unknown events the error quotes', async () => {
    const events = Array.from({ length: 100 }, (_, index) => `${index}.`.padEnd(100, 'x'));
    const { errors } = await refusal(create(3, { events }));
    expect(errors).toEqual({
      events: expect.arrayContaining([expect.stringContaining('is not an event')]) as string[],
    });
    expect(JSON.stringify(errors).length).toBeLessThan(20_000);
  });

  it('limits an account to 100 endpoints, even under concurrent requests, and tells at 80 and 100', async () => {
    await Promise.all(Array.from({ length: 99 }, () => create(4)));
    const last = await Promise.allSettled([create(4), create(4), create(4)]);
    const refused = last.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as AppError).code)).toEqual([
      'limit_reached',
      'limit_reached',
    ]);
    expect((await list(4)).webhooks).toHaveLength(100);
    const told = () => service.bus.events(limitCrossed('webhooks')).map(({ data }) => data);
    await until(() => told().length === 2, { describe: 'both to be told' });
    expect(told()).toEqual([80, 100].map((used) => ({ limit: 'webhooks', used, max: 100 })));
  });
});

describe('listing endpoints', () => {
  it('returns all endpoints of the account, newest first, unless a page is requested', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1) ids.unshift((await create(5)).webhook.id);
    await create(6);
    const page = async (query: ListWebhooksQuery) => {
      const { webhooks, pagination } = await service.bus.page(listWebhooks, { query }, context(5));
      return { ids: webhooks.map(({ id }) => id), pagination };
    };

    expect(await page({})).toEqual({ ids, pagination: null });
    const first = await page({ per_page: 20 });
    expect(first.ids).toEqual(ids.slice(0, 20));
    expect(first.pagination).toMatchObject({ current_page: 1, per_page: 20, last_page: 2, total: 30 });
    const rest = { ids: ids.slice(20), pagination: { next_cursor: null } };
    expect(await page({ per_page: 20, page: 2 })).toMatchObject(rest);
    expect(await page({ per_page: 20, cursor: first.pagination!.next_cursor! })).toMatchObject(rest);
    expect(await page({ page: 1 })).toMatchObject({ ids: ids.slice(0, 25), pagination: { per_page: 25 } });
    expect(await page({ page: 3 })).toMatchObject({ ids: [], pagination: { current_page: 3, last_page: 2 } });
  });
});

describe('changing an endpoint', () => {
  const change = async (accountId: number, id: number, body: UpdateWebhook) =>
    (await service.bus.request(updateWebhook, { params: { id }, body }, context(accountId))).webhook;

  it('changes only the given fields', async () => {
    const { webhook } = await create(20, { events: ['message.*'] });
    expect(await change(20, webhook.id, { label: ' Shop ' })).toMatchObject({
      ...endpoint,
      label: 'Shop',
      events: ['message.*'],
    });
    expect(await change(20, webhook.id, { url: 'https://EXAMPLE.org' })).toMatchObject({
      label: 'Shop',
      url: 'https://example.org/',
    });
    expect(await change(20, webhook.id, { events: ['device.connected', 'device.connected'] })).toMatchObject({
      events: ['device.connected'],
    });
  });

  it.each([
    ['an empty list', []],
    ['null', null],
  ])('subscribes to all events if events is %s', async (_, events) => {
    const { webhook } = await create(21, { events: ['message.*'] });
    expect(await change(21, webhook.id, { events })).toMatchObject({ events: null });
  });

  it('changes updated_at only if a visible field changes', async () => {
    const { webhook } = await create(22, { events: ['message.*'] });
    expect(await change(22, webhook.id, { label: endpoint.label, events: ['message.*'] })).toEqual(webhook);
    const changed = await change(22, webhook.id, { label: 'Other' });
    expect(changed.updated_at > webhook.updated_at).toBe(true);
  });

  it('validates addresses and events as on create, and changes nothing if they are invalid', async () => {
    const { webhook } = await create(23);
    const body = { label: 'Other', url: 'https://10.0.0.1/', events: ['message.typing'] };
    expect(await refusal(change(23, webhook.id, body))).toMatchObject({
      code: 'validation_error',
      errors: { url: [expect.any(String) as string], events: [expect.any(String) as string] },
    });
    expect(await list(23)).toEqual({ webhooks: [webhook] });
  });

  it('is refused with not_found for another account’s endpoint', async () => {
    const { webhook } = await create(24);
    expect(await refusal(change(25, webhook.id, { label: 'Mine' }))).toMatchObject({ code: 'not_found' });
  });
});

describe('rotating a secret', () => {
  it('returns the new secret once and keeps only the previous one, for 24 hours', async () => {
    const { webhook, secret } = await create(30);
    const rotated = [];
    const beforeMs = Date.now();
    for (let turn = 0; turn < 2; turn += 1) {
      const params = { id: webhook.id };
      rotated.push(await service.bus.request(rotateWebhookSecret, { params }, context(30)));
    }
    expect(new Set([secret, ...rotated.map((one) => one.secret)]).size).toBe(3);
    expect(rotated[1]!.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const dayBeforeEndMs = Date.parse(rotated[1]!.previous_secret_expires_at) - 24 * 60 * 60 * 1_000;
    expect(dayBeforeEndMs).toBeGreaterThanOrEqual(beforeMs);
    expect(dayBeforeEndMs).toBeLessThanOrEqual(Date.now());
    expect(await service.query('SELECT FROM webhooks.retired_secrets WHERE account_id = 30')).toHaveLength(1);
  });

  it('leaves updated_at unchanged, since nothing visible changes', async () => {
    const { webhook } = await create(33);
    const params = { id: webhook.id };
    const rotated = await service.bus.request(rotateWebhookSecret, { params }, context(33));
    expect(rotated.webhook).toEqual(webhook);
    expect(await list(33)).toEqual({ webhooks: [webhook] });
  });

  it('is refused with not_found for another account’s endpoint', async () => {
    const { webhook } = await create(31);
    const params = { id: webhook.id };
    expect(await refusal(service.bus.request(rotateWebhookSecret, { params }, context(32)))).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('deleting an endpoint', () => {
  it('hides it immediately', async () => {
    const { webhook } = await create(7);
    expect(await remove(7, webhook.id)).toEqual({ deleted: true, id: webhook.id });
    expect(await list(7)).toEqual({ webhooks: [] });
    expect(await refusal(remove(7, webhook.id))).toMatchObject({ code: 'not_found' });
  });

  it('is refused with not_found for another account’s endpoint', async () => {
    const { webhook } = await create(8);
    expect(await refusal(remove(9, webhook.id))).toMatchObject({ code: 'not_found' });
    expect((await list(8)).webhooks).toHaveLength(1);
  });
});
