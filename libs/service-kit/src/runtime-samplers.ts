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
  queue: 'outbox' | 'job' | 'dead_letter';
  /** The type of a job, or the consumer of a dead letter. */
  name: string | null;
  state: string | null;
  count: number;
  /** Age of the oldest entry that is due. */
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

function streamSamples(service: string, { bytes, max_bytes, behind }: StreamState): Sample[] {
  const labels = { service };
  return [
    { gauge: instruments.streamBytes, labels, value: bytes },
    ...(max_bytes === null ? [] : [{ gauge: instruments.streamMaxBytes, labels, value: max_bytes }]),
    { gauge: instruments.streamReplicasBehind, labels, value: behind.length },
  ];
}

/** Each part reads a partial index, and no more than its first entries. */
function queuesSql(schema: string): string {
  return `
    SELECT 'outbox' AS queue, NULL AS name, NULL AS state, count(*)::int AS count,
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "ageSeconds"
    FROM (SELECT created_at FROM ${schema}.outbox WHERE published_at IS NULL ORDER BY id LIMIT ${MOST}) AS waiting
    UNION ALL
    SELECT 'job', type, current, count(*)::int, extract(epoch FROM now() - min(due_at))::float8
    FROM (
      SELECT type, due_at,
        CASE WHEN state = 'running' THEN 'running' WHEN due_at <= now() THEN 'due' ELSE 'later' END AS current
      FROM ${schema}.jobs WHERE state IN ('waiting', 'running') LIMIT ${MOST}
    ) AS open GROUP BY type, current
    UNION ALL
    SELECT 'job', type, 'dead', count(*)::int, NULL
    FROM (SELECT type FROM ${schema}.jobs WHERE state = 'dead' LIMIT ${MOST}) AS dead GROUP BY type
    UNION ALL
    SELECT 'dead_letter', consumer, NULL, count(*)::int, NULL
    FROM (SELECT consumer FROM ${schema}.dead_letters LIMIT ${MOST}) AS letters GROUP BY consumer`;
}

function samplesOf(service: string, { queue, name, state, count, ageSeconds }: QueueRow): Sample[] {
  switch (queue) {
    case 'outbox':
      return [
        { gauge: instruments.outboxEvents, labels: { service }, value: count },
        { gauge: instruments.outboxAge, labels: { service }, value: ageSeconds ?? 0 },
      ];
    case 'job': {
      const labels = { service, type: name ?? '' };
      const counted = { gauge: instruments.jobs, labels: { ...labels, state: state ?? '' }, value: count };
      const isDue = state === 'due' && ageSeconds !== null;
      return isDue ? [counted, { gauge: instruments.jobAge, labels, value: ageSeconds }] : [counted];
    }
    case 'dead_letter':
      return [{ gauge: instruments.deadLetters, labels: { service, consumer: name ?? '' }, value: count }];
  }
}

function poolSamples(service: string, { totalCount, idleCount, waitingCount }: Pool): Sample[] {
  const gauge = instruments.postgresConnections;
  return [
    { gauge, labels: { service, state: 'idle' }, value: idleCount },
    { gauge, labels: { service, state: 'busy' }, value: totalCount - idleCount },
    { gauge: instruments.postgresWaiting, labels: { service }, value: waitingCount },
  ];
}
