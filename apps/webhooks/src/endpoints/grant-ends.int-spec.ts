import type { RequestContext } from '@chat/contracts';
import { grantEnded } from '@chat/contracts/gateway';
import { createWebhook, listWebhooks, testWebhook } from '@chat/contracts/webhooks';
import { failureOf, testContext, until } from '@chat/test-kit';
import { appContext, oldAppContext } from '../testing/callers';
import { WebhooksHarness } from '../testing/webhooks-harness';

describe('the end of a grant', () => {
  let hooks: WebhooksHarness;
  let accountId = 0;

  beforeAll(async () => {
    hooks = await WebhooksHarness.start();
  });

  beforeEach(() => (accountId += 1));

  afterAll(() => hooks.stop());

  const app = (grantId: number, name = 'app_acme') => appContext(accountId, name, grantId);
  const create = (context: RequestContext, url = 'http://127.0.0.1:1/') =>
    hooks.service.bus.request(createWebhook, { body: { label: 'Orders', url } }, context);
  const register = async (...of: Parameters<typeof create>) => (await create(...of)).webhook.id;
  const end = (grant_id: number, of = accountId) =>
    hooks.service.bus.publish(grantEnded, { grant_id }, { accountId: of, entity: `grants/${grant_id}` });
  const left = async () => {
    const context = testContext({ accountId });
    const { webhooks } = await hooks.service.bus.request(listWebhooks, { query: {} }, context);
    return webhooks.map(({ id }) => id).reverse();
  };
  const ended = (grantId: number, of = accountId) =>
    until(
      async () =>
        (
          await hooks.service.query(
            'SELECT FROM webhooks.ended_grants WHERE account_id = $1 AND grant_id = $2',
            [of, grantId],
          )
        ).length > 0,
      { describe: `the end of grant ${grantId}` },
    );

  it('deletes the endpoints that were registered under it, and no others', async () => {
    await register(app(1));
    await register(oldAppContext(accountId, 1));
    const kept = [
      await register(app(2)),
      await register(app(3, 'app_other')),
      await register(testContext({ accountId })),
    ];
    await end(1);
    await ended(1);
    expect(await left()).toEqual(kept);
  });

  it('concerns one account only', async () => {
    const id = await register(app(1));
    await end(1, accountId + 1_000);
    await ended(1, accountId + 1_000);
    expect(await left()).toEqual([id]);
  });

  it('ends queued deliveries: nothing more is sent, and a purge removes them', async () => {
    const receiver = await hooks.startReceiver();
    receiver.answer = () => ({ status: 503 });
    const id = await register(app(1), receiver.url);
    await hooks.service.bus.request(testWebhook, { params: { id } }, app(1));
    await hooks.noted(id, 1);
    await end(1);
    await ended(1);
    const heard = receiver.received.length;
    await hooks.passTime();
    const survivor = await register(testContext({ accountId }), receiver.url);
    await hooks.service.bus.request(testWebhook, { params: { id: survivor } }, testContext({ accountId }));
    await hooks.noted(survivor, 1);
    expect(receiver.received).toHaveLength(heard + 1);

    await hooks.service.startReplica();
    const count = async () =>
      (await hooks.service.query('SELECT FROM webhooks.endpoint_deliveries WHERE webhook_id = $1', [id]))
        .length;
    await until(async () => (await count()) === 0, { describe: 'the purge' });
  });

  it('keeps a request of the grant that is still on its way from registering an endpoint', async () => {
    await end(1);
    await ended(1);
    expect((await failureOf(create(app(1))))?.code).toBe('unauthenticated');
    expect((await failureOf(create(oldAppContext(accountId, 1))))?.code).toBe('unauthenticated');
    const id = await register(app(2));
    expect(await left()).toEqual([id]);
  });

  it.each([
    ['before', 'created'],
    ['after', 'unauthenticated'],
  ])('leaves nothing of a registration that takes its turn %s it', async (order, outcome) => {
    const lock = `hashtextextended('webhooks.endpoints', ${accountId})`;
    await hooks.service.query(`SELECT pg_advisory_lock(${lock})`);
    const waiting = (count: number) =>
      until(
        async () =>
          (
            await hooks.service.query(
              `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
               AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
            )
          ).length === count,
        { describe: `${count} transactions to wait` },
      );
    const steps = [() => failureOf(create(app(1))), async () => void (await end(1))];
    if (order === 'after') steps.reverse();
    const first = steps[0]!();
    await waiting(1);
    const second = steps[1]!();
    await waiting(2);
    await hooks.service.query(`SELECT pg_advisory_unlock(${lock})`);
    const [failure] = (await Promise.all([first, second])).filter((result) => result !== undefined);
    expect(failure?.code ?? 'created').toBe(outcome);
    await ended(1);
    expect(await left()).toEqual([]);
  });

  it('leaves nothing of registrations that race with it', async () => {
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => failureOf(create(app(1))))),
      end(1),
    ]);
    await ended(1);
    for (const failure of outcomes) expect([undefined, 'unauthenticated']).toContain(failure?.code);
    expect(await left()).toEqual([]);
  });

  it('is forgotten after a day', async () => {
    await end(1);
    await end(2);
    await ended(1);
    await ended(2);
    await hooks.service.query(
      `UPDATE webhooks.ended_grants SET ended_at = ended_at - CASE grant_id WHEN 1 THEN interval '24 hours' ELSE interval '23 hours' END
       WHERE account_id = $1`,
      [accountId],
    );
    await hooks.service.startReplica();
    const kept = () =>
      hooks.service.query('SELECT grant_id::int FROM webhooks.ended_grants WHERE account_id = $1', [
        accountId,
      ]);
    await until(async () => (await kept()).length === 1, { describe: 'the older tombstone to go' });
    expect(await kept()).toEqual([{ grant_id: 2 }]);
  });
});
