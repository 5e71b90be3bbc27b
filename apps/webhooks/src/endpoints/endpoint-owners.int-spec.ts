import type { RequestContext } from '@chat/contracts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  recoverWebhook,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@chat/contracts/webhooks';
import { failureOf, refusal, startTestService, testContext, type TestService } from '@chat/test-kit';
import { webhooksService } from '../service';
import {
  addFailedDelivery,
  appContext,
  laterContext,
  oldAppContext,
  personContext,
  registerAsBefore,
} from '../testing/callers';

const body = { label: 'Orders', url: 'https://example.com/hook' };
const UNKNOWN = 999_999_999;

let service: TestService;

beforeAll(async () => {
  service = await startTestService(webhooksService, { OUTBOUND_ALLOW_CIDRS: '' });
});

afterAll(() => service.stop());

const ownerOf = (accountId: number) => testContext({ accountId });
const register = async (context: RequestContext) =>
  (await service.bus.request(createWebhook, { body }, context)).webhook;
const list = async (context: RequestContext) =>
  (await service.bus.request(listWebhooks, { query: {} }, context)).webhooks;
const idsOf = async (context: RequestContext) => (await list(context)).map(({ id }) => id);

interface Target {
  id: number;
  deliveryId: number;
}

/** Every operation on an endpoint or its deliveries. */
const operations: Record<string, (target: Target, context: RequestContext) => Promise<unknown>> = {
  update: ({ id }, context) =>
    service.bus.request(updateWebhook, { params: { id }, body: { url: 'https://evil.example/' } }, context),
  'rotate-secret': ({ id }, context) => service.bus.request(rotateWebhookSecret, { params: { id } }, context),
  test: ({ id }, context) => service.bus.request(testWebhook, { params: { id } }, context),
  enable: ({ id }, context) => service.bus.request(enableWebhook, { params: { id } }, context),
  recover: ({ id }, context) =>
    service.bus.request(recoverWebhook, { params: { id }, body: { since: '2020-01-01T00:00:00Z' } }, context),
  'deliveries list': ({ id }, context) =>
    service.bus.request(listWebhookDeliveries, { params: { id }, query: {} }, context),
  'deliveries get': (params, context) => service.bus.request(getWebhookDelivery, { params }, context),
  resend: ({ deliveryId }, context) =>
    service.bus.request(resendWebhookDelivery, { params: { deliveryId } }, context),
  delete: ({ id }, context) => service.bus.request(deleteWebhook, { params: { id } }, context),
};
const names = Object.keys(operations);

describe('created_by', () => {
  it.each([
    ['an API key', ownerOf(1), { type: 'key', id: 'ck_test', name: null }],
    ['an app', appContext(1, 'app_acme', 1), { type: 'app', id: 'app_acme', name: 'The ☎ of app_acme' }],
    ['an app at an old gateway', oldAppContext(1, 2), { type: 'app', id: 'grant:2', name: null }],
    ['a person', personContext(1), { type: 'user', id: '12', name: 'Ada' }],
    // As of a gateway of a later version: it belongs to the account.
    ['a kind of credential that is not known yet', laterContext(1), null],
    ['the system', testContext({ credential: { type: 'system', id: 'system', scopes: null } }), null],
  ])('shows %s', async (_, context, creator) => {
    const created = await register(context);
    expect(created.created_by).toEqual(creator);
    expect((await list(ownerOf(1))).find(({ id }) => id === created.id)).toEqual(created);
  });

  it('is null for an endpoint from before, which is the account’s own', async () => {
    const id = await registerAsBefore(service, 2);
    expect(await list(ownerOf(2))).toMatchObject([{ id, created_by: null }]);
    expect(await idsOf(appContext(2, 'app_acme', 1))).toEqual([]);
  });

  it('stays when a key of the account changes the endpoint of an app', async () => {
    const { id, created_by } = await register(appContext(3, 'app_acme', 1));
    const input = { params: { id }, body: { label: 'Renamed' } };
    const { webhook } = await service.bus.request(updateWebhook, input, ownerOf(3));
    expect(webhook).toMatchObject({ label: 'Renamed', created_by });
  });
});

describe('an app', () => {
  const accountId = 10;
  const app = appContext(accountId, 'app_acme', 1);
  const foreign: Record<string, () => Promise<number>> = {
    'an API key': async () => (await register(ownerOf(accountId))).id,
    'another app': async () => (await register(appContext(accountId, 'app_other', 2))).id,
    'another app at an old gateway': async () => (await register(oldAppContext(accountId, 3))).id,
    'a replica of the version before': () => registerAsBefore(service, accountId),
  };

  /** All that is stored about the endpoint. */
  const stateOf = async (id: number) => ({
    endpoints: await service.query('SELECT * FROM webhooks.endpoints WHERE id = $1', [id]),
    deliveries: await service.query('SELECT * FROM webhooks.endpoint_deliveries WHERE webhook_id = $1', [id]),
    secrets: await service.query('SELECT * FROM webhooks.retired_secrets WHERE webhook_id = $1', [id]),
    lanes: await service.query('SELECT * FROM webhooks.lanes WHERE webhook_id = $1', [id]),
    jobs: await service.query('SELECT * FROM webhooks.jobs'),
  });

  const cases = Object.keys(foreign).flatMap((owner) => names.map((name) => [name, owner] as const));

  it.each(cases)('gets for %s of an endpoint of %s what it gets for an unknown one', async (name, owner) => {
    const id = await foreign[owner]!();
    const deliveryId = await addFailedDelivery(service, accountId, id);
    const before = await stateOf(id);
    const refused = await refusal(operations[name]!({ id, deliveryId }, app));
    expect(refused.code).toBe('not_found');
    const unknown = await refusal(operations[name]!({ id: UNKNOWN, deliveryId: UNKNOWN }, app));
    expect(JSON.stringify(refused)).toBe(JSON.stringify(unknown));
    expect(await stateOf(id)).toEqual(before);
  });

  it.each(names)('may %s its own, and so may a key of the account', async (name) => {
    for (const context of [app, ownerOf(accountId)]) {
      const { id } = await register(app);
      const deliveryId = await addFailedDelivery(service, accountId, id);
      expect(await failureOf(operations[name]!({ id, deliveryId }, context))).toBeNull();
    }
  });

  it('is not shown the delivery of another endpoint under its own', async () => {
    const [own, other] = [await register(app), await register(ownerOf(accountId))];
    const deliveryId = await addFailedDelivery(service, accountId, other.id);
    const input = { params: { id: own.id, deliveryId } };
    expect((await refusal(service.bus.request(getWebhookDelivery, input, app))).code).toBe('not_found');
  });

  it('lists and counts its own only, under all of its grants in the account', async () => {
    const [first, second] = [appContext(11, 'app_acme', 1), appContext(11, 'app_acme', 2)];
    await register(ownerOf(11));
    await register(appContext(11, 'app_other', 3));
    await register(appContext(12, 'app_acme', 4));
    const own = [(await register(first)).id, (await register(second)).id].reverse();
    for (const context of [first, second]) {
      expect(await idsOf(context)).toEqual(own);
      const page = await service.bus.page(listWebhooks, { query: { per_page: 1 } }, context);
      expect(page.webhooks.map(({ id }) => id)).toEqual(own.slice(0, 1));
      expect(page.pagination).toMatchObject({ total: 2, last_page: 2 });
      const cursor = page.pagination!.next_cursor!;
      const rest = await service.bus.page(listWebhooks, { query: { per_page: 1, cursor } }, context);
      expect(rest.webhooks.map(({ id }) => id)).toEqual(own.slice(1));
      expect(rest.pagination!.next_cursor).toBeNull();
    }
    expect(await list(ownerOf(11))).toHaveLength(4);
  });

  it('keeps what it registered through an old gateway, by its grant', async () => {
    const { id } = await register(oldAppContext(13, 1));
    expect(await idsOf(oldAppContext(13, 1))).toEqual([id]);
    expect(await idsOf(appContext(13, 'app_acme', 1))).toEqual([id]);
    expect(await idsOf(appContext(13, 'app_acme', 2))).toEqual([]);
  });
});

describe('the limit', () => {
  const attempt = (context: RequestContext) =>
    failureOf(service.bus.request(createWebhook, { body }, context)).then(
      (failure) => failure?.code ?? 'created',
    );
  const tally = (outcomes: string[]) =>
    outcomes.reduce<Record<string, number>>(
      (counts, outcome) => ({ ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }),
      {},
    );

  it('of 20 holds for all grants of an app together, when they register at once, and for nobody else', async () => {
    const contexts = [1, 2].map((grant) => appContext(20, 'app_acme', grant));
    const asked = Array.from({ length: 26 }, (_, index) => attempt(contexts[index % 2]!));
    expect(tally(await Promise.all(asked))).toEqual({ created: 20, limit_reached: 6 });
    expect((await refusal(service.bus.request(createWebhook, { body }, contexts[0]))).message).toContain(
      '20',
    );
    expect(await attempt(appContext(20, 'app_other', 3))).toBe('created');
    expect(await attempt(ownerOf(20))).toBe('created');

    const [id] = await idsOf(contexts[0]!);
    await service.bus.request(deleteWebhook, { params: { id: id! } }, contexts[1]);
    expect(await attempt(contexts[0]!)).toBe('created');
  });

  it('of 100 holds for keys and apps of the account together, when they register at once', async () => {
    for (let count = 0; count < 97; count += 1) await registerAsBefore(service, 21);
    const contexts = [ownerOf(21), appContext(21, 'app_acme', 1), appContext(21, 'app_other', 2)];
    const asked = Array.from({ length: 9 }, (_, index) => attempt(contexts[index % 3]!));
    expect(tally(await Promise.all(asked))).toEqual({ created: 3, limit_reached: 6 });
  });
});
