import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BusClient } from '@chat/bus';
import { createWebhook } from '@chat/contracts/webhooks';
import { systemContext } from '@chat/service-kit';
import type { BenchOptions } from '../bench';
import { Child, type ChildServer } from '../child';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { ServiceProcesses } from '../service-processes';
import { spreadOf } from '../statistics.rules';
import { formatTable, withRange } from '../table.rules';
import { atLeast, formatVerdicts } from '../verdict.rules';
import type { BarePoolOrder } from './bare-pool/order';
import { payload } from './payload';
import { startReceiver, timeOf } from './receiver/receiver';

const plans = { full: { rounds: 5, deliveries: 20_000 }, quick: { rounds: 2, deliveries: 4_000 } };
const ENDPOINTS = 8;
/** The most that the dispatcher has under way for one account: a quarter of its slots. */
const CONNECTIONS = 256;
const ACCOUNT = 1;

interface Run {
  perSecond: number;
  /** CPU time of the senders, without Postgres: microseconds per delivery. */
  cpuUs: number;
  postgresUs: number;
}

/** A backlog of deliveries against a bare signed undici pool that posts as many, in turns. */
export async function runWebhookBacklogBench({ quick, json }: BenchOptions): Promise<void> {
  const { rounds, deliveries } = quick ? plans.quick : plans.full;
  const env = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
  const processes = await ServiceProcesses.start(['webhooks'], { durable: true, env });
  const receiver = await startReceiver();
  const pool = Child.start(join(__dirname, 'bare-pool/main.js'), 'The bare pool');
  try {
    await register(processes, receiver.url);
    const ours: Run[] = [];
    const bare: Run[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await addBacklog(processes, deliveries);
      const [one, other] = [
        await measure(processes, pool, deliveries, () => dispatch(processes, receiver, deliveries)),
        await measure(processes, pool, deliveries, () => postBare(pool, receiver, deliveries)),
      ];
      // The first is for warming up.
      if (round === 0) continue;
      ours.push(one);
      bare.push(other);
      say(`Round ${round}: ${one.perSecond.toFixed(0)}/s, bare ${other.perSecond.toFixed(0)}/s`);
    }
    report(ours, bare, json);
  } finally {
    pool.stop();
    receiver.stop();
    await processes.stop();
  }
}

async function register({ bus }: ServiceProcesses, url: string): Promise<void> {
  const client = new BusClient(bus);
  for (let count = 0; count < ENDPOINTS; count += 1) {
    await client.request(createWebhook, systemContext(ACCOUNT), { body: { label: 'Bench', url } });
  }
}

/** Adds deliveries that nobody looks for yet: what it costs to add them is not measured. */
async function addBacklog({ database }: ServiceProcesses, count: number): Promise<void> {
  await database.query(
    `INSERT INTO webhooks.deliveries (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
     SELECT $1, e.id, gen_random_uuid(), 'message.received', $2, 'pending', now()
     FROM webhooks.endpoints e, generate_series(1, $3::int / ${ENDPOINTS})`,
    [ACCOUNT, payload, count],
  );
}

/** Has the lanes looked at. */
async function dispatch(
  { database }: ServiceProcesses,
  receiver: ChildServer,
  count: number,
): Promise<number> {
  const elapsed = timeOf(receiver, count);
  await database.query(
    'UPDATE webhooks.lanes SET due_at = now(), held_until = NULL, additions = additions + 1',
  );
  const elapsedMs = await elapsed;
  await untilRecorded(database);
  return elapsedMs;
}

async function untilRecorded(database: ServiceProcesses['database']): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM webhooks.deliveries WHERE status = 'pending'`,
    );
    if (rows[0]!.count === 0) return;
    await delay(50);
  }
}

/** A signed undici pool without anything around it posts as many. */
function postBare(pool: Child, receiver: ChildServer, count: number): Promise<number> {
  const elapsed = timeOf(receiver, count);
  pool.tell({ url: receiver.url, count, connections: CONNECTIONS } satisfies BarePoolOrder);
  return elapsed;
}

async function measure(
  processes: ServiceProcesses,
  pool: Child,
  count: number,
  work: () => Promise<number>,
): Promise<Run> {
  const cpu = async () =>
    (await readCpuTimes({
      postgres: processes.postgresPid,
      webhooks: processes.pidOf('webhooks'),
      pool: pool.pid,
    })) ?? { postgres: NaN, webhooks: NaN, pool: NaN };
  const before = await cpu();
  const elapsedMs = await work();
  const after = await cpu();
  const spentUs = (part: string) => ((after[part]! - before[part]!) * 1_000) / count;
  return {
    perSecond: (count * 1_000) / elapsedMs,
    cpuUs: spentUs('webhooks') + spentUs('pool'),
    postgresUs: spentUs('postgres'),
  };
}

function report(ours: Run[], bare: Run[], json: boolean): void {
  if (json) return console.log(JSON.stringify({ ours, bare }, null, 2));
  const ratio = spreadOf(ours.map(({ perSecond }, index) => perSecond / bare[index]!.perSecond));
  const row = (name: string, runs: Run[]) => [
    name,
    withRange(spreadOf(runs.map(({ perSecond }) => perSecond)), 0),
    withRange(spreadOf(runs.map(({ cpuUs }) => cpuUs)), 0),
    withRange(spreadOf(runs.map(({ postgresUs }) => postgresUs)), 0),
  ];
  console.log(
    formatTable(
      ['', 'deliveries/s', 'CPU µs each', 'Postgres µs each'],
      [row('dispatcher', ours), row('bare pool', bare)],
    ),
  );
  const verdict = atLeast('rate against the bare pool', 0.5, ratio);
  console.log(`\n${formatVerdicts([{ name: 'backlog', verdicts: [verdict] }])}`);
}
