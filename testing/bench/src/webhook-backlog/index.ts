import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BusClient } from '@chat/bus';
import { createWebhook } from '@chat/contracts/webhooks';
import { selfSignedCertificate } from '@chat/local-servers';
import { systemContext } from '@chat/service-kit';
import type { BenchOptions, Report } from '../bench';
import { Child, type ChildServer } from '../child';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { ServiceProcesses } from '../service-processes';
import { spreadOf } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { atLeast, formatVerdicts } from '../verdict.rules';
import type { BarePoolOrder } from './bare-pool/order';
import { payload } from './payload';
import { startReceiver, timeOf } from './receiver/receiver';

const plans = {
  full: { rounds: 5, deliveries: 20_000 },
  quick: { rounds: 2, deliveries: 20_000 },
  smallest: { rounds: 1, deliveries: 80 },
};
const ENDPOINTS = 8;
/** Maximum concurrent deliveries of one account: a quarter of the dispatcher's slots. */
const CONNECTIONS = 256;
/** Endpoints in production use https; a developer's stack may also call http. */
const SCHEMES = ['https', 'http'] as const;

interface Run {
  perSecond: number;
  /** CPU time of the senders, without Postgres, in microseconds per delivery. */
  cpuUs: number;
  postgresUs: number;
}

/** One account with its endpoints, all at one receiver. */
interface Target {
  name: string;
  accountId: number;
  receiver: ChildServer;
  ours: Run[];
  bare: Run[];
}

/** A backlog of deliveries against the same number of requests from a bare signed undici pool, alternating. */
export async function runWebhookBacklogBench({ size }: BenchOptions): Promise<Report> {
  const { rounds, deliveries } = plans[size];
  const folder = await mkdtemp(join(tmpdir(), 'chat-bench-'));
  const certificate = selfSignedCertificate('localhost');
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  const env = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: caFile };
  const processes = await ServiceProcesses.start(['webhooks'], { durable: true, env });
  const pool = Child.start(join(__dirname, 'bare-pool/main.js'), 'The bare pool');
  const targets: Target[] = [];
  try {
    for (const [index, name] of SCHEMES.entries()) {
      const receiver = await startReceiver(name === 'https' ? certificate : undefined);
      targets.push({ name, accountId: index + 1, receiver, ours: [], bare: [] });
      await register(processes, targets.at(-1)!);
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const target of targets) {
        const { name, receiver, ours, bare } = target;
        await addBacklog(processes, target, deliveries);
        const order = {
          url: receiver.url,
          count: deliveries,
          connections: CONNECTIONS,
          ca: certificate.cert,
        };
        const [one, other] = [
          await measure(processes, pool, deliveries, () => dispatch(processes, target, deliveries)),
          await measure(processes, pool, deliveries, () => postBare(pool, receiver, order)),
        ];
        // The first round is the warm-up.
        if (round === 0) continue;
        ours.push(one);
        bare.push(other);
        say(`Round ${round}, ${name}: ${one.perSecond.toFixed(0)}/s, bare ${other.perSecond.toFixed(0)}/s`);
      }
    }
    const figures = targets.map(({ name, ours, bare }) => ({ name, ours, bare }));
    return { figures, text: describe(targets) };
  } finally {
    pool.stop();
    for (const { receiver } of targets) receiver.stop();
    await processes.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function register({ bus, database }: ServiceProcesses, { accountId, receiver }: Target): Promise<void> {
  const client = new BusClient(bus);
  for (let count = 0; count < ENDPOINTS; count += 1) {
    const body = { label: 'Bench', url: receiver.url };
    await client.request(createWebhook, systemContext(accountId), { body });
  }
  // A new endpoint gets one request at a time.
  await database.query('UPDATE webhooks.endpoints SET is_proven = true');
}

/** Adds deliveries without making their lanes due, so that the cost of adding them is not measured. */
async function addBacklog(
  { database }: ServiceProcesses,
  { accountId }: Target,
  count: number,
): Promise<void> {
  await database.query(
    `WITH numbered AS MATERIALIZED (
       SELECT webhook_id, place, nextval('webhooks.deliveries_id_seq') AS id FROM (
         SELECT e.id AS webhook_id, place FROM webhooks.endpoints e, generate_series(1, $3::int / ${ENDPOINTS}) AS place
         WHERE e.account_id = $1 ORDER BY place, e.id) AS ordered
     ), planned AS MATERIALIZED (
       SELECT *, min(id) OVER event AS first_id, max(id) OVER event AS last_id FROM numbered
       WINDOW event AS (PARTITION BY place)
     ), shared AS (
       INSERT INTO webhooks.shared_payloads SELECT $1, id, last_id, $2 FROM planned WHERE id = first_id
     )
     INSERT INTO webhooks.endpoint_deliveries
       (account_id, id, webhook_id, event_id, event, payload, shared_payload_id, status, next_attempt_at)
       OVERRIDING SYSTEM VALUE
     SELECT $1, id, webhook_id, gen_random_uuid(), 'message.received', '', first_id, 'pending', now() FROM planned`,
    [accountId, payload, count],
  );
}

/** Makes the lanes due. */
async function dispatch(
  { database }: ServiceProcesses,
  { accountId, receiver }: Target,
  count: number,
): Promise<number> {
  const elapsed = timeOf(receiver, count);
  await database.query(
    `UPDATE webhooks.lanes SET due_at = now(), held_until = NULL, additions = additions + 1 WHERE account_id = $1`,
    [accountId],
  );
  const elapsedMs = await elapsed;
  await untilRecorded(database);
  return elapsedMs;
}

async function untilRecorded(database: ServiceProcesses['database']): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM webhooks.endpoint_deliveries WHERE status = 'pending'`,
    );
    if (rows[0]!.count === 0) return;
    await delay(50);
  }
}

/** Posts the same number of requests from the bare pool. */
function postBare(pool: Child, receiver: ChildServer, order: BarePoolOrder): Promise<number> {
  const elapsed = timeOf(receiver, order.count);
  pool.tell(order);
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

function describe(targets: Target[]): string {
  const row = (name: string, runs: Run[]) => [
    name,
    withRange(spreadOf(runs.map(({ perSecond }) => perSecond)), 0),
    withRange(spreadOf(runs.map(({ cpuUs }) => cpuUs)), 0),
    withRange(spreadOf(runs.map(({ postgresUs }) => postgresUs)), 0),
  ];
  const rows = targets.flatMap(({ name, ours, bare }) => [
    row(`dispatcher, ${name}`, ours),
    row(`bare pool, ${name}`, bare),
  ]);
  const table = formatTable(['', 'deliveries/s', 'CPU µs each', 'Postgres µs each'], rows);
  const verdicts = targets.map(({ name, ours, bare }) => ({
    name: `backlog, ${name}`,
    verdicts: [
      atLeast(
        'rate against the bare pool',
        0.5,
        spreadOf(ours.map(({ perSecond }, index) => perSecond / bare[index]!.perSecond)),
      ),
    ],
  }));
  return `${table}\n\n${formatVerdicts(verdicts)}`;
}
