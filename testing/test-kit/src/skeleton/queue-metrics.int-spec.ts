import { MetricsServer, startMeasuring } from '@chat/telemetry';
import { CapturedLog } from '../captured-log';
import { MetricsPage } from '../metrics-page';
import { startTestService, type TestService } from '../test-service';
import { errandsService } from './errands.service';
import { OutsideWorld } from './outside-world';

/** Counting stops at 10,000. */
const MORE_THAN_COUNTED = 10_050;
/** The service does not know these types, so the jobs stay unchanged. */
const [EARLY, LATE] = ['of-a-newer-version', 'of-another-version'];

let outside: OutsideWorld;
let service: TestService;

beforeAll(async () => {
  await startMeasuring();
  outside = await OutsideWorld.open();
  service = await startTestService(errandsService, { OUTSIDE_URL: outside.url, LOG_LEVEL: 'warn' });
});

afterEach(() => service.query('TRUNCATE errands.jobs, errands.dead_letters'));

afterAll(async () => {
  await service.stop();
  await outside.close();
});

/** The metrics of a replica that was not scraped before. */
async function scrape(): Promise<MetricsPage> {
  const registry = await startMeasuring();
  const replica = await service.startReplica();
  const server = await MetricsServer.start({ host: '127.0.0.1', port: 0 }, registry, [replica.samplers!]);
  try {
    return await MetricsPage.read(server.port);
  } finally {
    await server.stop();
    await replica.stop();
  }
}

async function addJobs(
  accountId: number,
  type: string,
  more: { count?: number; state?: string; due?: string },
) {
  const { count = 1, state = 'waiting', due = '-5 minutes' } = more;
  await service.query(
    `INSERT INTO errands.jobs (account_id, type, data, state, due_at, traceparent)
     SELECT $1, $2, '{}', $3, now() + $4::interval, '' FROM generate_series(1, $5)`,
    [accountId, type, state, due, count],
  );
}

async function addDeadLetters(consumer: string, count: number): Promise<void> {
  await service.query(
    `INSERT INTO errands.dead_letters (consumer, event_id, document, reason)
     SELECT $1, gen_random_uuid(), '{}', 'none' FROM generate_series(1, $2)`,
    [consumer, count],
  );
}

describe('the metrics of a queue', () => {
  it('count a running job as due once its lease has ended, since nobody runs it any more', async () => {
    await addJobs(1, EARLY, { state: 'running', due: '1 minute' });
    await addJobs(1, LATE, { state: 'running', due: '-10 minutes' });
    const page = await scrape();
    expect(page.valueOf('chat_jobs', { type: EARLY, state: 'running' })).toBe(1);
    expect(page.valueOf('chat_job_age_seconds', { type: EARLY })).toBeUndefined();
    expect(page.valueOf('chat_jobs', { type: LATE, state: 'due' })).toBe(1);
    expect(page.valueOf('chat_job_age_seconds', { type: LATE })).toBeGreaterThanOrEqual(600);
  });

  it('show how late the jobs of an account are behind more jobs of another than are counted', async () => {
    await addJobs(1, EARLY, { count: MORE_THAN_COUNTED, due: '1 hour' });
    await addJobs(2, LATE, { due: '-10 minutes' });
    const page = await scrape();
    expect(page.valueOf('chat_jobs', { type: EARLY, state: 'later' })).toBe(10_000);
    expect(page.valueOf('chat_job_age_seconds', { type: LATE })).toBeGreaterThanOrEqual(600);
  });

  it('show each type of late jobs of one account', async () => {
    await addJobs(1, EARLY, { due: '-20 minutes' });
    await addJobs(1, LATE, { due: '-10 minutes' });
    const page = await scrape();
    expect(page.valueOf('chat_job_age_seconds', { type: EARLY })).toBeGreaterThanOrEqual(1200);
    expect(page.valueOf('chat_job_age_seconds', { type: LATE })).toBeGreaterThanOrEqual(600);
  });

  it('show what was given up last, even if more was given up before than is counted', async () => {
    await addJobs(1, EARLY, { count: MORE_THAN_COUNTED, state: 'dead' });
    await service.query(`UPDATE errands.jobs SET updated_at = now() - interval '1 hour'`);
    await addJobs(1, LATE, { state: 'dead' });
    await addDeadLetters('early', MORE_THAN_COUNTED);
    await addDeadLetters('late', 1);
    const page = await scrape();
    const dead = { state: 'dead' };
    expect(page.valueOf('chat_jobs', { type: EARLY, ...dead })).toBe(9_999);
    expect(page.valueOf('chat_jobs', { type: LATE, ...dead })).toBe(1);
    expect(page.valueOf('chat_dead_letters', { consumer: 'early' })).toBe(9_999);
    expect(page.valueOf('chat_dead_letters', { consumer: 'late' })).toBe(1);
  });
});

describe('a sample that fails', () => {
  it('is counted, its metrics are absent, and the log says why, without the statement', async () => {
    await service.query('ALTER TABLE errands.dead_letters RENAME TO dead_letters_elsewhere');
    const log = new CapturedLog();
    const page = await scrape().finally(async () => {
      log.release();
      await service.query('ALTER TABLE errands.dead_letters_elsewhere RENAME TO dead_letters');
    });

    expect(page.valueOf('chat_sample_failures_total', { sampler: 'queues' })).toBe(1);
    expect(page.all('chat_outbox_events')).toEqual([]);
    expect(page.valueOf('chat_bus_connected')).toBe(1);
    const [line, ...others] = log.lines.filter(({ msg }) => msg.startsWith('a sample failed'));
    expect(line).toMatchObject({
      level: 'warn',
      sampler: 'queues',
      metrics: expect.arrayContaining(['chat_outbox_events', 'chat_dead_letters']) as string[],
      error: { message: 'relation "errands.dead_letters" does not exist' },
    });
    expect(others).toEqual([]);
    expect(log.text).not.toContain('SELECT');
  });
});
