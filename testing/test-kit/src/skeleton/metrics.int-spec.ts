import { randomUUID } from 'node:crypto';
import { MetricsServer, startMeasuring } from '@chat/telemetry';
import { MetricsPage } from '../metrics-page';
import { refusal } from '../refusal';
import { testContext } from '../test-bus';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { errandsService, orderErrand } from './errands.service';
import { OutsideWorld } from './outside-world';

/** Neither may appear in a metric. */
const ACCOUNT = 8_675_309;
const TEXT = 'hush';

describe('the metrics of a service', () => {
  let outside: OutsideWorld;
  let service: TestService;
  let metrics: MetricsServer;
  let scraped: MetricsPage;

  const order = (text: string) =>
    service.bus.request(orderErrand, { body: { text } }, testContext({ accountId: ACCOUNT }));

  beforeAll(async () => {
    const registry = await startMeasuring();
    outside = await OutsideWorld.open();
    service = await startTestService(errandsService, { OUTSIDE_URL: outside.url }, { replicas: 0 });
    const { samplers } = await service.startReplica();
    metrics = await MetricsServer.start({ host: '127.0.0.1', port: 0 }, registry, [samplers!]);

    await order(TEXT);
    await refusal(order(`roll back ${TEXT}`));
    // Not by a scrape, whose samples would be cached.
    await until(async () => (await registry.metrics()).includes('outcome="done"} 1\n'), {
      describe: 'the end of the job to be counted',
    });
    await service.bus.nats.jetstream().publish('evt.others.thing.happened', 'text');
    // Events wait while another session holds the relay's lock.
    await service.query(`SELECT pg_advisory_lock(hashtext('errands.outbox'))`);
    await service.query(
      `INSERT INTO errands.outbox (account_id, event_id, subject, document, created_at)
       VALUES ($1, $2, 'evt.errands.errand.done', '{}', now() - interval '1 hour')`,
      [ACCOUNT, randomUUID()],
    );
    await service.query(
      `INSERT INTO errands.jobs (account_id, type, data, state, due_at, traceparent) VALUES
         ($1, 'errand', '{}', 'dead', now(), ''), ($1, 'errand', '{}', 'dead', now(), ''),
         ($1, 'of-a-newer-version', '{}', 'waiting', now() - interval '5 minutes', ''),
         ($1, 'errand', '{}', 'waiting', now() + interval '5 minutes', '')`,
      [ACCOUNT],
    );
    await service.query(
      `INSERT INTO errands.dead_letters (consumer, event_id, document, reason) VALUES ('outbox', $1, '{}', 'none')`,
      [randomUUID()],
    );
    // On a stalled machine, samples come too late, and are absent until the next ones.
    const scrape = async () => {
      const page = await MetricsPage.read(metrics.port);
      return page.all('chat_outbox_events').length > 0 && page.all('chat_stream_bytes').length > 0 && page;
    };
    scraped = await until(scrape, { describe: 'a scrape with all samples' });
  });

  afterAll(async () => {
    await metrics.stop();
    await service.stop();
    await outside.close();
  });

  const valueOf = (name: string, labels: Record<string, string> = {}) =>
    scraped.valueOf(name, { service: 'errands', ...labels });

  it('count its operations by outcome, and their errors by code', () => {
    const operation = 'rpc.errands.errand.order';
    const count = 'chat_operation_duration_seconds_count';
    expect(valueOf(count, { operation, outcome: 'ok' })).toBe(1);
    expect(valueOf(count, { operation, outcome: 'refused' })).toBe(1);
    expect(valueOf('chat_operation_errors_total', { operation, code: 'conflict' })).toBe(1);
  });

  it('count its jobs by type and outcome, and say what waits, for how long, and what was given up', () => {
    const later = 'of-a-newer-version';
    expect(valueOf('chat_job_duration_seconds_count', { type: 'errand', outcome: 'done' })).toBe(1);
    expect(valueOf('chat_jobs', { type: 'errand', state: 'dead' })).toBe(2);
    expect(valueOf('chat_jobs', { type: 'errand', state: 'later' })).toBe(1);
    expect(valueOf('chat_jobs', { type: later, state: 'due' })).toBe(1);
    const age = valueOf('chat_job_age_seconds', { type: later });
    expect(age).toBeGreaterThanOrEqual(300);
  });

  it('say what waits in its outbox, for how long, and which events were given up', () => {
    expect(valueOf('chat_outbox_events')).toBe(1);
    expect(valueOf('chat_outbox_age_seconds')).toBeGreaterThanOrEqual(3600);
    expect(valueOf('chat_dead_letters', { consumer: 'outbox' })).toBe(1);
  });

  it('say how full the stream of events is, and whether its servers have all of it', () => {
    expect(valueOf('chat_stream_bytes')).toBeGreaterThan(0);
    expect(valueOf('chat_stream_max_bytes')).toBe(64 * 1024 * 1024);
    expect(valueOf('chat_stream_replicas_behind')).toBe(0);
  });

  it('say how it is connected', () => {
    expect(valueOf('chat_bus_connected')).toBe(1);
    const [idle, busy] = (['idle', 'busy'] as const).map((state) =>
      valueOf('chat_postgres_connections', { state }),
    );
    expect(idle! + busy!).toBeGreaterThan(0);
    expect(valueOf('chat_postgres_waiting')).toBe(0);
  });

  it('name no account and no text', () => {
    expect(scraped.text).not.toContain(String(ACCOUNT));
    expect(scraped.text).not.toContain(TEXT);
  });
});
