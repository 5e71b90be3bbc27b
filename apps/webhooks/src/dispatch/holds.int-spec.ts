import { until, type WebhookReceiver } from '@chat/test-kit';
import { plantedBody } from '../testing/event-data';
import { WebhooksHarness } from '../testing/webhooks-harness';
import { DispatchRepository } from './dispatch.repository';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start();
  receiver = await webhooks.startReceiver();
});

afterAll(() => webhooks.stop());

beforeEach(() => {
  webhooks.accountId += 1;
});

describe('the hold of a lane', () => {
  /** Adds a backlog to the lane and holds it for a minute. @returns the end of the hold. */
  async function addHeldLane(webhookId: number): Promise<string> {
    await webhooks.service.query(
      `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       SELECT $1, $2, gen_random_uuid(), 'device.connected', '${plantedBody}', 'pending', now() FROM generate_series(1, 10)`,
      [webhooks.accountId, webhookId],
    );
    const [lane] = await webhooks.service.query<{ heldUntil: string }>(
      `WITH hold AS (SELECT now() + interval '1 minute' AS until)
       UPDATE webhooks.lanes SET held_until = hold.until, due_at = hold.until FROM hold
       WHERE webhook_id = $1 RETURNING held_until::text AS "heldUntil"`,
      [webhookId],
    );
    return lane!.heldUntil;
  }

  /** Claims as the holder until this time. @returns how many deliveries were claimed, and the hold afterwards. */
  async function claimAs(webhookId: number, heldUntil: string, { quota = 1, holdMs = 60_000 } = {}) {
    const share = { accountId: webhooks.accountId, webhookId, quota };
    const options = { leaseMs: 60_000, holdMs, heldUntilOf: () => heldUntil };
    const { lanes, deliveries } = await repository.claim([share], options);
    return {
      count: deliveries.length,
      heldUntil: lanes[0]?.heldUntil ?? '',
      isHeld: lanes[0]?.isHeld ?? false,
    };
  }

  let repository: DispatchRepository;

  beforeAll(async () => {
    const looks = jest.spyOn(DispatchRepository.prototype, 'dueLanes');
    await until(() => looks.mock.contexts.length > 0, { describe: 'a dispatcher' });
    repository = looks.mock.contexts[0] as DispatchRepository;
    looks.mockRestore();
  });

  it('is renewed under a row lock, but not by every claim, since additions would wait for the lock', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const heldUntil = await addHeldLane(webhook.id);
    const lock = () =>
      webhooks.service.query(
        'SELECT ctid::text AS place, xmax::text AS lock FROM webhooks.lanes WHERE webhook_id = $1',
        [webhook.id],
      );

    const before = await lock();
    // It lasts for a minute, so it is as good as new.
    expect(await claimAs(webhook.id, heldUntil, { holdMs: 30_000 })).toEqual({
      count: 1,
      isHeld: true,
      heldUntil,
    });
    expect(await lock()).toEqual(before);
    expect((await claimAs(webhook.id, heldUntil, { holdMs: 90_000 })).heldUntil).not.toBe(heldUntil);
    expect(await lock()).not.toEqual(before);
  });

  it('ends when its endpoint is no longer proven, and the trial holds the lane alone', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const heldUntil = await addHeldLane(webhook.id);
    await webhooks.service.query('UPDATE webhooks.endpoints SET is_proven = false WHERE id = $1', [
      webhook.id,
    ]);
    expect(await claimAs(webhook.id, heldUntil, { quota: 5 })).toMatchObject({ count: 1, isHeld: false });
    expect((await claimAs(webhook.id, heldUntil, { quota: 5 })).count).toBe(0);
  });

  it('no longer permits its former holder to claim after a takeover, so deliveries stay in order', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const former = await addHeldLane(webhook.id);
    const [lane] = await webhooks.service.query<{ heldUntil: string }>(
      `UPDATE webhooks.lanes SET held_until = held_until + interval '1 ms', due_at = held_until + interval '1 ms'
       WHERE webhook_id = $1 RETURNING held_until::text AS "heldUntil"`,
      [webhook.id],
    );
    expect((await claimAs(webhook.id, former)).count).toBe(0);
    const claim = await claimAs(webhook.id, lane!.heldUntil, { holdMs: 90_000 });
    expect(claim.count).toBe(1);
    expect((await claimAs(webhook.id, claim.heldUntil)).count).toBe(1);
    expect((await claimAs(webhook.id, lane!.heldUntil)).count).toBe(0);
  });

  it('is released only by its holder, so a replica that leaves late does not end the next one’s', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const { accountId } = webhooks;
    const former = await addHeldLane(webhook.id);
    await webhooks.service.query(
      `UPDATE webhooks.lanes SET held_until = held_until + interval '1 s', due_at = held_until + interval '1 s'
       WHERE webhook_id = $1`,
      [webhook.id],
    );
    const look = async () => {
      const [lane] = await webhooks.service.query<{ heldUntil: string | null; isDue: boolean }>(
        `SELECT held_until::text AS "heldUntil", due_at <= now() AS "isDue" FROM webhooks.lanes WHERE webhook_id = $1`,
        [webhook.id],
      );
      return lane!;
    };
    const { heldUntil } = await look();
    const release = (end: string) =>
      repository.giveBack({ deliveries: [], holds: [{ accountId, webhookId: webhook.id, heldUntil: end }] });

    await release(former);
    expect(await look()).toEqual({ heldUntil, isDue: false });
    await release(heldUntil!);
    expect((await look()).heldUntil).not.toBe(heldUntil);
  });

  it('continues if the backlog ends during an addition, so the new delivery does not have to wait', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const heldUntil = await addHeldLane(webhook.id);
    await webhooks.service.query('BEGIN');
    await webhooks.service.query('SELECT FROM webhooks.lanes WHERE webhook_id = $1 FOR UPDATE', [webhook.id]);
    const claim = await claimAs(webhook.id, heldUntil, { quota: 20 });
    await webhooks.service.query('COMMIT');
    expect(claim).toMatchObject({ count: 10, isHeld: true });
    expect(await claimAs(webhook.id, claim.heldUntil)).toMatchObject({ count: 0, isHeld: false });
  });
});
