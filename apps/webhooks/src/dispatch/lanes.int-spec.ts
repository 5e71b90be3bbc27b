import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { until, type WebhookReceiver } from '@chat/test-kit';
import { plantedBody } from '../testing/event-data';
import { wakeLanes } from '../testing/time';
import { WebhooksHarness } from '../testing/webhooks-harness';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import { Sender } from '../attempts/sender';
import { DispatchRepository, DUE_LANES } from './dispatch.repository';
import type { Share } from './slots.rules';

let webhooks: WebhooksHarness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  webhooks = await WebhooksHarness.start({ WEBHOOK_TIMEOUT_MS: '60000' });
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  webhooks.accountId += 1;
  receiver = await webhooks.startReceiver();
});

/** Adds deliveries that are pending and due, as after an outage. @returns the ids of their events, in order. */
async function addBacklog(webhookId: number, count: number, more = 'attempts = 0'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await webhooks.service.query(
    `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
     SELECT $1, $2, event.id, 'device.connected', '${plantedBody}', 'pending', now() FROM unnest($3::uuid[]) AS event(id)`,
    [webhooks.accountId, webhookId, ids],
  );
  await webhooks.service.query(`UPDATE webhooks.endpoint_deliveries SET ${more} WHERE event_id = ANY ($1)`, [
    ids,
  ]);
  return ids;
}

/** Records the webhook-id of each request to the receiver when its first byte is written, by any replica. */
function watchStarts(): { ids: string[]; stop: () => void } {
  const ids: string[] = [];
  const { host } = new URL(receiver.url);
  const note = (message: unknown) => {
    const { headers } = message as { headers: string };
    const id = /webhook-id: (\S+)/.exec(headers)?.[1];
    if (id && headers.includes(`host: ${host}\r\n`)) ids.push(id);
  };
  subscribe('undici:client:sendHeaders', note);
  return { ids, stop: () => void unsubscribe('undici:client:sendHeaders', note) };
}

describe('a dispatcher that is shutting down', () => {
  it('stops even if it cannot give back its claims', async () => {
    const replica = await webhooks.service.startReplica();
    const giveBack = jest
      .spyOn(DispatchRepository.prototype, 'giveBack')
      .mockRejectedValue(new Error('gone'));
    await expect(replica.stop()).resolves.toBeUndefined();
    expect(giveBack).toHaveBeenCalled();
    giveBack.mockRestore();
  });
});

describe('attempts', () => {
  it('to one endpoint start in the order of the events', async () => {
    await webhooks.register(receiver.url);
    const starts = watchStarts();
    const published: string[] = [];
    for (let count = 0; count < 300; count += 1) published.push((await webhooks.publish()).id);
    await until(() => starts.ids.length === published.length, { describe: 'all attempts' });
    starts.stop();
    expect(starts.ids).toEqual(published);
  });

  it('from a backlog start in order as well, even with several replicas', async () => {
    const replicas = [await webhooks.service.startReplica(), await webhooks.service.startReplica()];
    const { webhook } = await webhooks.register(receiver.url);
    const starts = watchStarts();
    const ids = await addBacklog(webhook.id, 500);
    await wakeLanes(webhooks.service);
    await until(() => starts.ids.length >= ids.length, { describe: 'all attempts' });
    starts.stop();
    for (const replica of replicas) await replica.stop();
    expect(starts.ids).toEqual(ids);
  });

  it('from a backlog stay in order when their receiver begins and ceases to send too much', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const starts = watchStarts();
    receiver.answer = async () => {
      const count = receiver.received.length;
      if (count < 60 || count > 100) return { status: 200 };
      // Long enough for those that have started to be written.
      await delay(50);
      return { status: 200, body: 'x'.repeat(100_000) };
    };
    const ids = await addBacklog(webhook.id, 200);
    await wakeLanes(webhooks.service);
    await until(() => starts.ids.length >= ids.length, { describe: 'all attempts' });
    starts.stop();
    expect(starts.ids).toEqual(ids);
  });

  it('to one endpoint start with few concurrent requests, and with more as it responds', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const answers: (() => void)[] = [];
    receiver.answer = () => new Promise((resolve) => answers.push(() => resolve({ status: 200 })));
    await addBacklog(webhook.id, 40);
    await wakeLanes(webhooks.service);
    const underWay = (count: number) =>
      until(() => receiver.received.length === count, { describe: `${count} requests` });
    await underWay(4);
    answers.splice(0).forEach((answer) => answer());
    await until(() => answers.length > 4, { describe: 'more at once' });
    receiver.answer = () => ({ status: 200 });
    answers.splice(0).forEach((answer) => answer());
    await until(() => receiver.received.length === 40, { describe: 'all of them' });
  });
});

describe('the delay of a webhook', () => {
  it('is measured if its endpoint was healthy, but not if it waited for its endpoint to recover', async () => {
    const posted = jest.spyOn(Sender.prototype, 'post');
    const { webhook } = await webhooks.register(receiver.url);
    await webhooks.failedFor(webhook.id, '1 hour');
    await webhooks.service.query('UPDATE webhooks.lanes SET failures = 3 WHERE webhook_id = $1', [
      webhook.id,
    ]);
    const late = await addBacklog(webhook.id, 3);
    await wakeLanes(webhooks.service);
    for (const id of late) await webhooks.ended(webhook.id, id, 'succeeded', 1);
    const prompt = await webhooks.publish();
    await webhooks.ended(webhook.id, prompt.id, 'succeeded', 1);

    const measured = posted.mock.calls.map(([delivery]) => delivery as ClaimedDelivery);
    posted.mockRestore();
    expect(measured.map(({ eventId, isMeasured }) => [eventId, isMeasured])).toEqual([
      ...late.map((id) => [id, false]),
      [prompt.id, true],
    ]);
  });
});

/** Records each claim with its times, and when the preceding lookup of due lanes began. */
function watchClaims() {
  interface Watched {
    lookedAtMs: number;
    beganAtMs: number;
    endedAtMs: number;
    shares: readonly Share[];
    deliveries: readonly ClaimedDelivery[];
  }
  const claims: Watched[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the repository that was asked
  const { claim, dueLanes } = DispatchRepository.prototype;
  let lookedAtMs = 0;
  jest.spyOn(DispatchRepository.prototype, 'dueLanes').mockImplementation(function (
    this: DispatchRepository,
    ...asked
  ) {
    lookedAtMs = performance.now();
    return dueLanes.apply(this, asked);
  });
  jest.spyOn(DispatchRepository.prototype, 'claim').mockImplementation(async function (
    this: DispatchRepository,
    shares,
    options,
  ) {
    const began = { lookedAtMs, beganAtMs: performance.now() };
    const result = await claim.call(this, shares, options);
    claims.push({ ...began, endedAtMs: performance.now(), shares, deliveries: result.deliveries });
    return result;
  });
  return claims;
}

describe('a backlog', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is claimed many deliveries at a time, with fewer lookups of due lanes than claims', async () => {
    const claims = jest.spyOn(DispatchRepository.prototype, 'claim');
    const looks = jest.spyOn(DispatchRepository.prototype, 'dueLanes');
    const { webhook } = await webhooks.register(receiver.url);
    const ids = await addBacklog(webhook.id, 1_000);
    await wakeLanes(webhooks.service);
    await until(() => receiver.received.length >= 1_000, { describe: 'the backlog' });
    expect(receiver.ids.toSorted()).toEqual(ids.toSorted());
    expect(claims.mock.calls.length).toBeLessThan(250);
    expect(looks.mock.calls.length).toBeLessThan(claims.mock.calls.length);
  });

  it('is claimed a few deliveries at a time while other lanes are active, and still completes', async () => {
    const { webhook } = await webhooks.register(receiver.url, ['message.received']);
    const other = await webhooks.register((await webhooks.startReceiver()).url);
    receiver.answer = () => delay(20, { status: 200 });
    await addBacklog(webhook.id, 3_000);
    await wakeLanes(webhooks.service);
    await until(() => receiver.received.length > 500, { describe: 'a large part of the backlog at once' });

    const claims = watchClaims();
    /** Returns the quotas of the backlog while the other lane counted as active: for a second after its deliveries. */
    const quotas = () => {
      const ofOther = claims.filter(({ deliveries }) =>
        deliveries.some(({ webhookId }) => webhookId === other.webhook.id),
      );
      const beside = claims.filter(({ beganAtMs }) =>
        ofOther.some(({ endedAtMs, lookedAtMs }) => endedAtMs < beganAtMs && beganAtMs < lookedAtMs + 990),
      );
      return beside
        .flatMap(({ shares }) => shares)
        .filter(({ webhookId, quota }) => webhookId === webhook.id && quota > 0)
        .map(({ quota }) => quota);
    };
    const isClaimedBeside = async () => {
      await webhooks.publish();
      return quotas().length > 0;
    };
    await until(isClaimedBeside, { describe: 'a claim beside the events of the other' });
    expect(Math.max(...quotas())).toBeLessThanOrEqual(32);
    await until(() => receiver.received.length === 3_000, { describe: 'the backlog', timeoutMs: 40_000 });
  });
});

describe('a lane', () => {
  it('with a backlog is taken over after the replica that holds it has died', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    const ids = await addBacklog(webhook.id, 10);
    // As if held by a process that died before it claimed these.
    await webhooks.service.query(
      `UPDATE webhooks.lanes SET held_until = now() + interval '1 second', due_at = now() + interval '1 second'
       WHERE webhook_id = $1`,
      [webhook.id],
    );
    await until(() => receiver.received.length === 10, { describe: 'the backlog' });
    expect(receiver.ids.toSorted()).toEqual(ids.toSorted());
  });

  it('does not lose a delivery that is added while one of its attempts fails', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    let fail = () => {};
    receiver.answer = () => new Promise((resolve) => (fail = () => resolve({ status: 500 })));
    // The next delay is five minutes, and the lane is retrying.
    await addBacklog(webhook.id, 1, 'attempts = 1');
    await webhooks.service.query(
      `UPDATE webhooks.lanes SET failures = 5, due_at = now() WHERE webhook_id = $1`,
      [webhook.id],
    );
    await until(() => receiver.received.length === 1, { describe: 'the attempt' });

    const query = (sql: string, values?: unknown[]) => webhooks.service.query(sql, values);
    await query('BEGIN');
    const [added] = await addBacklog(webhook.id, 1, 'attempts = attempts');
    await query(
      `UPDATE webhooks.lanes l SET additions = additions + 1, due_at = least(due_at, greatest(now(), held_until))
       WHERE webhook_id = $1`,
      [webhook.id],
    );
    fail();
    const waitsForUs = async () =>
      (
        await query(
          `SELECT FROM pg_locks WHERE NOT granted AND database IS NULL AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
        )
      ).length > 0;
    await until(waitsForUs, { describe: 'the result to wait for the lane' });
    receiver.answer = () => ({ status: 200 });
    await query('COMMIT');
    await until(() => receiver.ids.includes(added!), { describe: 'what was added' });
  });

  it('gets one request at a time while it is retrying, until a success', async () => {
    const { webhook } = await webhooks.register(receiver.url);
    let underWay = 0;
    let most = 0;
    receiver.answer = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      // The first responses take longer than the polling interval.
      await delay(receiver.received.length < 3 ? 1_200 : 10);
      underWay -= 1;
      return { status: receiver.received.length < 4 ? 500 : 200 };
    };
    await addBacklog(webhook.id, 20);
    await webhooks.service.query(
      `UPDATE webhooks.lanes SET failures = 3, due_at = now() WHERE webhook_id = $1`,
      [webhook.id],
    );
    await until(() => receiver.received.length >= 3, { describe: 'three attempts' });
    expect(most).toBe(1);
    await until(() => receiver.received.length >= 20, { describe: 'the rest' });
    const failures = async () =>
      (
        await webhooks.service.query<{ failures: number }>(
          'SELECT failures FROM webhooks.lanes WHERE webhook_id = $1',
          [webhook.id],
        )
      )[0]!.failures;
    await until(async () => (await failures()) === 0, { describe: 'the lane to be as the others' });
  });

  it('rests for a second if it is retrying and the receiver does not speak HTTP', async () => {
    // A socket that is never read does not notice that the client has closed it.
    const server = createServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .resume()
          .end('no HTTP'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { webhook } = await webhooks.register(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    );
    await addBacklog(webhook.id, 2);
    await webhooks.service.query(
      `UPDATE webhooks.lanes SET failures = 3, due_at = now() WHERE webhook_id = $1`,
      [webhook.id],
    );
    const isResting = async () =>
      (
        await webhooks.service.query(
          `SELECT FROM webhooks.lanes WHERE webhook_id = $1 AND failures = 4
             AND due_at BETWEEN now() + interval '0.5 s' AND now() + interval '1 s'`,
          [webhook.id],
        )
      ).length > 0;
    await until(isResting, { describe: 'the lane to rest' });
    server.close();
  });
});

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

function scansOf(node: PlanNode): PlanNode[] {
  return [...(node['Relation Name'] ? [node] : []), ...(node.Plans ?? []).flatMap(scansOf)];
}

describe('a round', () => {
  it('reads a bounded number of lanes by index, however many are waiting or dead', async () => {
    await webhooks.service.query(
      `INSERT INTO webhooks.lanes (account_id, webhook_id, due_at, failures)
       SELECT 1000 + id % 100, 100000 + id, now() + (id % 7 - 3) * interval '1 hour', (id % 2) * 5
       FROM generate_series(1, 5000) AS id`,
    );
    await webhooks.service.query('ANALYZE webhooks.lanes');
    const read = async (retrying: number) => {
      const values = `${1_000}, '{7}', ${retrying}, '{9}'`;
      const sql = DUE_LANES.replace(
        /\$(\d)/g,
        (_, place: string) => `(${values.split(', ')[Number(place) - 1]})`,
      );
      const [row] = await webhooks.service.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      );
      return scansOf(row!['QUERY PLAN'][0]!.Plan);
    };
    const scans = await read(50);
    expect(new Set(scans.map((scan) => scan['Node Type']))).toEqual(new Set(['Index Scan']));
    const rows = scans.reduce((total, scan) => total + scan['Actual Rows'] * scan['Actual Loops'], 0);
    expect(rows).toBeLessThanOrEqual(512 + 50);
    await webhooks.service.query('DELETE FROM webhooks.lanes WHERE webhook_id > 100000');
  });
});
