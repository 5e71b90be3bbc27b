import type { DataSource } from 'typeorm';
import { stateOfStream, type BusConnection, type EventConsumers, type StreamState } from '@chat/bus';
import { instruments, type Sample, type Samplers } from '@chat/telemetry';

interface Sampled {
  service: string;
  schema: string;
  dataSource: DataSource;
  connection: BusConnection;
  consumers: EventConsumers;
  certificates: readonly { setting: string; expiresAt: number }[];
}

/** The counters of a `pg` pool. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface QueueRow {
  queue: 'outbox' | 'job' | 'late_job' | 'dead_letter';
  /** The type of a job, or the consumer of a dead letter. */
  name: string | null;
  /** Of jobs. */
  state: string | null;
  /** Not of late jobs. */
  count: number | null;
  /** Of the outbox and of late jobs: the age of the oldest entry that is due. */
  ageSeconds: number | null;
}

/** Counting stops at this number, so that the cost of a sample does not depend on the length of a queue. */
const MOST = 10_000;

/** Adds the samplers that every service on the bus has: its queues, its connection pool, its consumers, the stream and the certificates of its settings. */
export function sampleRuntime(samplers: Samplers, sampled: Sampled): void {
  const { service, schema, dataSource, connection, consumers, certificates } = sampled;
  // Before the statement below, because that takes a connection too.
  samplers.add('pool', () => poolSamples(service, (dataSource.driver as unknown as { master: Pool }).master));
  samplers.add('queues', async () => {
    const rows: QueueRow[] = await dataSource.query(queuesSql(schema));
    return rows.flatMap((row) => samplesOf(service, row));
  });
  samplers.add('bus', () => [
    { gauge: instruments.busConnected, labels: { service }, value: connection.isConnected ? 1 : 0 },
  ]);
  samplers.add('stream', async () => streamSamples(service, await stateOfStream(connection.nats)));
  samplers.add('certificates', () =>
    certificates.map(({ setting, expiresAt }) => ({
      gauge: instruments.certificateExpiry,
      labels: { service, setting },
      value: expiresAt,
    })),
  );
  samplers.add('consumers', async () =>
    (await consumers.countPending()).map(([consumer, value]) => ({
      gauge: instruments.eventsPending,
      labels: { service, consumer },
      value,
    })),
  );
}

function streamSamples(service: string, { bytes, max_bytes, behind }: StreamState): Sample<'stream'>[] {
  const labels = { service };
  return [
    { gauge: instruments.streamBytes, labels, value: bytes },
    ...(max_bytes === null ? [] : [{ gauge: instruments.streamMaxBytes, labels, value: max_bytes }]),
    { gauge: instruments.streamReplicasBehind, labels, value: behind.length },
  ];
}

/**
 * Each part reads an index, and no more than its first entries; of dead jobs and dead letters these are the newest, so
 * that new ones show however many there are. A running job whose lease has ended is due: whoever ran it is gone.
 * The index of open jobs is ordered by account. The first entries may be those of one account with a long queue, so the
 * age also considers the first job of each account.
 */
function queuesSql(schema: string): string {
  const isOpen = `state IN ('waiting', 'running')`;
  return `
    WITH RECURSIVE account AS (
      (SELECT account_id AS id FROM ${schema}.jobs WHERE ${isOpen} ORDER BY account_id LIMIT 1)
      UNION ALL
      SELECT next.account_id FROM account CROSS JOIN LATERAL (
        SELECT account_id FROM ${schema}.jobs WHERE ${isOpen} AND account_id > account.id ORDER BY account_id LIMIT 1
      ) AS next
    ), open AS MATERIALIZED (
      SELECT type, state, due_at FROM ${schema}.jobs WHERE ${isOpen} ORDER BY account_id, due_at LIMIT ${MOST}
    ), head AS (
      SELECT job.type, job.due_at FROM (SELECT id FROM account LIMIT ${MOST}) AS some_account CROSS JOIN LATERAL (
        SELECT type, due_at FROM ${schema}.jobs WHERE ${isOpen} AND account_id = some_account.id ORDER BY due_at LIMIT 1
      ) AS job
    )
    SELECT 'outbox' AS queue, NULL AS name, NULL AS state, count(*)::int AS count,
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "ageSeconds"
    FROM (SELECT created_at FROM ${schema}.outbox WHERE published_at IS NULL ORDER BY id LIMIT ${MOST}) AS waiting
    UNION ALL
    SELECT 'job', type, current, count(*)::int, NULL
    FROM (
      SELECT type, CASE WHEN due_at <= now() THEN 'due' WHEN state = 'running' THEN 'running' ELSE 'later' END AS current
      FROM open
    ) AS counted GROUP BY type, current
    UNION ALL
    SELECT 'late_job', type, NULL, NULL, extract(epoch FROM now() - min(due_at))::float8
    FROM (SELECT type, due_at FROM open UNION ALL SELECT type, due_at FROM head) AS late
    WHERE due_at <= now() GROUP BY type
    UNION ALL
    SELECT 'job', type, 'dead', count(*)::int, NULL
    FROM (SELECT type FROM ${schema}.jobs WHERE state = 'dead' ORDER BY updated_at DESC LIMIT ${MOST}) AS dead GROUP BY type
    UNION ALL
    SELECT 'dead_letter', consumer, NULL, count(*)::int, NULL
    FROM (SELECT consumer FROM ${schema}.dead_letters ORDER BY id DESC LIMIT ${MOST}) AS letters GROUP BY consumer`;
}

function samplesOf(service: string, { queue, name, state, count, ageSeconds }: QueueRow): Sample<'queues'>[] {
  switch (queue) {
    case 'outbox':
      return [
        { gauge: instruments.outboxEvents, labels: { service }, value: count ?? 0 },
        { gauge: instruments.outboxAge, labels: { service }, value: ageSeconds ?? 0 },
      ];
    case 'job':
      return [
        {
          gauge: instruments.jobs,
          labels: { service, type: name ?? '', state: state ?? '' },
          value: count ?? 0,
        },
      ];
    case 'late_job':
      return [{ gauge: instruments.jobAge, labels: { service, type: name ?? '' }, value: ageSeconds ?? 0 }];
    case 'dead_letter':
      return [
        { gauge: instruments.deadLetters, labels: { service, consumer: name ?? '' }, value: count ?? 0 },
      ];
  }
}

function poolSamples(service: string, { totalCount, idleCount, waitingCount }: Pool): Sample<'pool'>[] {
  const gauge = instruments.postgresConnections;
  return [
    { gauge, labels: { service, state: 'idle' }, value: idleCount },
    { gauge, labels: { service, state: 'busy' }, value: totalCount - idleCount },
    { gauge: instruments.postgresWaiting, labels: { service }, value: waitingCount },
  ];
}
