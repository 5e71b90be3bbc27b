import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager } from 'nats';
import { STREAM } from '@chat/bus';
import type { BenchOptions, Report } from '../bench';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { ServiceProcesses } from '../service-processes';
import { describeRelays, type Case, type Run } from './report.rules';
import { SlowLink } from './slow-link';

const plans = {
  full: { rounds: 5, events: 40_000, links: [0, 10], shards: [1, 2, 4] },
  quick: { rounds: 2, events: 20_000, links: [0, 10], shards: [1, 2, 4] },
  smallest: { rounds: 1, events: 1_000, links: [0], shards: [4] },
};
const SERVICE = 'crm';
/** An event that the service does not consume. */
const SUBJECT = 'evt.crm.contact.created';
const ACCOUNTS = 64;
/** About as long as the event of a message. */
const TEXT = 'x'.repeat(1_000);
const LOCK = `hashtext('${SERVICE}.outbox')`;
const LOOK_MS = 10;
const PATIENCE_MS = 120_000;

/** How fast one, two and four relays of two replicas publish a backlog, with NATS on this machine and far away. */
export async function runRelaysBench({ size }: BenchOptions): Promise<Report> {
  const { rounds, events, links, shards: counts } = plans[size];
  const processes = await ServiceProcesses.start([SERVICE, SERVICE], { durable: true });
  const cases: Case[] = links.flatMap((linkMs) => counts.map((shards) => ({ shards, linkMs, runs: [] })));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const { shards, linkMs, runs } of cases) {
        const run = await measureOver(processes, linkMs, { shards, events });
        runs.push(run);
        say(`Round ${round}, ${shards} relays, ${linkMs} ms away: ${run.perSecond.toFixed(0)}/s`);
      }
    }
    return { figures: { events, cases }, text: describeRelays(events, cases) };
  } finally {
    await processes.stop();
  }
}

async function measureOver(
  processes: ServiceProcesses,
  linkMs: number,
  { shards, events }: { shards: number; events: number },
): Promise<Run> {
  const url = new URL(processes.natsUrl);
  const link = linkMs === 0 ? null : await SlowLink.open(Number(url.port), linkMs);
  if (link) url.port = String(link.port);
  try {
    await processes.restart({ NATS_URL: url.href, OUTBOX_SHARDS: String(shards) });
    // The first one warms the processes up.
    await publish(processes, Math.ceil(events / 10));
    return await publish(processes, events);
  } finally {
    await processes.pause();
    await link?.close();
  }
}

/** Publishes a backlog that nobody could publish while it grew. */
async function publish(processes: ServiceProcesses, events: number): Promise<Run> {
  const { database, bus } = processes;
  const manager = await bus.nats.jetstreamManager();
  await database.query(`TRUNCATE ${SERVICE}.outbox`);
  await manager.streams.purge(STREAM);
  await database.query(`SELECT pg_advisory_lock(${LOCK})`);
  await database.query(
    `INSERT INTO ${SERVICE}.outbox (account_id, event_id, subject, document)
     SELECT number % ${ACCOUNTS}, gen_random_uuid(), $1, json_build_object('number', number, 'text', $2::text)
     FROM generate_series(1, $3::int) AS number WHERE pg_current_xact_id() IS NOT NULL`,
    [SUBJECT, TEXT, events],
  );
  await database.query('CHECKPOINT');
  const [startedAt, before] = [performance.now(), await cpuOf(processes)];
  await database.query(`SELECT pg_advisory_unlock(${LOCK})`);
  await untilStored(manager, events);
  const elapsedMs = performance.now() - startedAt;
  await untilMarked(processes);
  const spent = (await cpuOf(processes)).map((ms, index) => ms - before[index]!);
  const [one, other] = spent as [number, number];
  const cpuMs = spent.reduce((sum, ms) => sum + ms);
  return {
    perSecond: (events * 1_000) / elapsedMs,
    cpuUs: (cpuMs * 1_000) / events,
    cores: cpuMs / elapsedMs,
    busierShare: Math.max(one, other) / (one + other),
  };
}

/** The CPU of both processes, Postgres and NATS. */
async function cpuOf(processes: ServiceProcesses): Promise<number[]> {
  const [one, other] = processes.pidsOf(SERVICE) as [number, number];
  const { postgresPid: postgres, natsPid: nats } = processes;
  const times = await readCpuTimes({ one, other, postgres, nats });
  return ['one', 'other', 'postgres', 'nats'].map((part) => times?.[part] ?? Number.NaN);
}

/** @throws Error if the stream gets more than there were events. */
async function untilStored(manager: JetStreamManager, events: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { messages } = (await manager.streams.info(STREAM)).state;
    if (messages > events) throw new Error('The stream has stored an event twice.');
    if (messages === events) return;
    if (performance.now() > until) throw new Error(`Only ${messages} events were published.`);
    await delay(LOOK_MS);
  }
}

async function untilMarked({ database }: ServiceProcesses): Promise<void> {
  const unpublished = `SELECT FROM ${SERVICE}.outbox WHERE published_at IS NULL LIMIT 1`;
  while ((await database.query(unpublished)).rows.length > 0) await delay(LOOK_MS);
}
