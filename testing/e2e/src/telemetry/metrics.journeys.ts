import { busUse } from '@chat/contracts/bus-use';
import { serviceNames } from '@chat/contracts/table';
import { instruments, SampledGauge, samplerServices } from '@chat/telemetry';
import { MetricsPage, until, type Stack } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';

const gauges: SampledGauge[] = Object.values(instruments).filter(
  (instrument) => instrument instanceof SampledGauge,
);
/** No service knows the type, so that the jobs stay as they are. */
const JOB_TYPE = 'of-another-version';

/** Settings with which each service serves its metrics, at `metricsPortOf`. */
export const METRICS_ON_ANY_PORT = Object.fromEntries(
  serviceNames.map((name) => [name, { METRICS_PORT: '0' }]),
);

/** These processes use no TLS, so they have no certificates; no number is connected, so no token expires. */
const UNUSED: readonly string[] = ['certificates', 'tokens'];

/** The gauges that a service must have a value of, since it has a sampler for them. */
function gaugesOf(service: string): SampledGauge[] {
  const consumes = Object.keys(busUse[service]?.consumes ?? {}).length > 0;
  return gauges.filter(({ sampler }) => {
    const services: 'all' | readonly string[] = samplerServices[sampler];
    const isSampled = services === 'all' || services.includes(service);
    return isSampled && !UNUSED.includes(sampler) && (sampler !== 'consumers' || consumes);
  });
}

/** The port that a process says when it is ready. */
export async function metricsPortOf(stack: Stack, name: string): Promise<number> {
  const lines = (await stack.readLogs()).get(`${name}.log`)!.split('\n');
  const ready = lines.find((line) => line.includes('"ready"'))!;
  return (JSON.parse(ready) as { metricsPort: number }).metricsPort;
}

/** The metrics of every service. @param stack which nobody has used yet, with `METRICS_ON_ANY_PORT`. */
export function metrics(stack: RunningStack): void {
  const pages = new Map<string, MetricsPage>();

  const schemas = async () => {
    const tables = await stack().query<{ table_schema: string }>(
      `SELECT table_schema FROM information_schema.tables WHERE table_name = 'jobs'`,
    );
    return tables.map(({ table_schema }) => table_schema);
  };

  /** Puts one entry into every queue that is empty otherwise. */
  const fillQueues = async () => {
    for (const schema of await schemas()) {
      await stack().query(
        `INSERT INTO ${schema}.jobs (account_id, type, data, due_at, traceparent)
         VALUES (1, $1, '{}', now() - interval '1 minute', '')`,
        [JOB_TYPE],
      );
      await stack().query(
        `INSERT INTO ${schema}.dead_letters (consumer, event_id, document, reason)
         VALUES ('outbox', gen_random_uuid(), '{}', 'none')`,
      );
    }
  };

  const emptyQueues = async () => {
    for (const schema of await schemas()) {
      await stack().query(`DELETE FROM ${schema}.jobs WHERE type = $1`, [JOB_TYPE]);
      await stack().query(`DELETE FROM ${schema}.dead_letters WHERE consumer = 'outbox'`);
    }
  };

  beforeAll(async () => {
    await fillQueues();
    for (const service of serviceNames) {
      const port = await metricsPortOf(stack(), service);
      // Until the first sample; on a busy machine that may be one that came too late.
      const page = await until(
        async () => {
          const read = await MetricsPage.read(port);
          const isMeasured = service !== 'messaging' || read.all('chat_space_used_ratio').length > 0;
          return isMeasured && read.all('chat_jobs', { type: JOB_TYPE }).length > 0 && read;
        },
        { describe: `the samples of ${service}` },
      );
      pages.set(service, page);
    }
  });

  afterAll(emptyQueues);

  describe.each(serviceNames)('has in the metrics of %s', (service) => {
    it('a plausible value of every gauge that the service samples, and of no other', () => {
      const page = pages.get(service)!;
      const found = gauges.filter(({ name }) => page.all(name).length > 0);
      expect(found.map(({ name }) => name)).toEqual(gaugesOf(service).map(({ name }) => name));
      for (const { name, value, labels } of found.flatMap(({ name }) => page.all(name))) {
        expect(value).toBeGreaterThanOrEqual(0);
        if (!name.endsWith('_bytes')) expect(value).toBeLessThan(10_000);
        expect(labels.service ?? service).toBe(service);
      }
    });

    it('no failed sample', async () => {
      const log = (await stack().readLogs()).get(`${service}.log`)!.split('\n');
      const failures = log.filter((line) => line.includes('a sample failed'));
      // On a machine that stands still, a sample may come too late.
      expect(failures.filter((line) => !line.includes('came too late'))).toEqual([]);
      const counted = pages.get(service)!.all('chat_sample_failures_total');
      expect(counted.length).toBeGreaterThan(0);
      expect(counted.some(({ value }) => value > 0)).toBe(failures.length > 0);
    });

    it('what waits in its queues', () => {
      const page = pages.get(service)!;
      expect(page.valueOf('chat_jobs', { type: JOB_TYPE, state: 'due' })).toBe(1);
      expect(page.valueOf('chat_job_age_seconds', { type: JOB_TYPE })).toBeGreaterThanOrEqual(60);
      expect(page.valueOf('chat_dead_letters', { consumer: 'outbox' })).toBe(1);
      expect(page.valueOf('chat_bus_connected')).toBe(1);
      const consumers = page.all('chat_events_pending').map(({ labels }) => labels.consumer);
      expect(consumers.toSorted()).toEqual(Object.keys(busUse[service]!.consumes).toSorted());
    });
  });
}
