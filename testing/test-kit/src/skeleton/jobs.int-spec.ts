import { join } from 'node:path';
import { newTraceparent } from '@chat/bus';
import { jobOperations, type Job } from '@chat/contracts/jobs';
import { JobsRepository, openDatabase } from '@chat/service-kit';
import { CapturedLog } from '../captured-log';
import { withoutConnections } from '../postgres-outage';
import { refusal } from '../refusal';
import { testContext } from '../test-bus';
import { createTestDatabase } from '../test-database';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { errand, errandsService, orderErrand } from './errands.service';
import { OutsideWorld } from './outside-world';

const jobs = jobOperations('errands');
const ENTRY = join(__dirname, 'errands.main.ts');

interface Note {
  text: string;
  stage: number;
  traceparent: string;
}

let outside: OutsideWorld;
let service: TestService;

const order = (text: string, { accountId = 1, traceparent = newTraceparent() } = {}) =>
  service.bus.request(orderErrand, { body: { text } }, { ...testContext({ accountId }), traceparent });
const notesOf = (text: string) =>
  service.query<Note & Record<string, unknown>>(
    'SELECT text, stage, traceparent FROM errands.notes WHERE text = $1 ORDER BY stage',
    [text],
  );

/** The job with this text, as an operator sees it. Its data is deleted once it is done. */
async function jobOf(traceparent: string): Promise<Job> {
  const [row] = await service.query<{ id: number }>('SELECT id FROM errands.jobs WHERE traceparent = $1', [
    traceparent,
  ]);
  return (await service.bus.request(jobs.get, { body: { id: Number(row!.id) } })).job;
}

const reaches = (traceparent: string, state: Job['state']) =>
  until(
    async () => {
      const job = await jobOf(traceparent);
      return job.state === state && job;
    },
    { describe: `the job to be ${state}` },
  );

/** Ends the pauses between attempts. */
const endPauses = () => service.query(`UPDATE errands.jobs SET due_at = now() WHERE state = 'waiting'`);
/** Lets the leases of jobs with one claim expire. A process that is alive renews its own. */
const endFirstLeases = () =>
  service.query(`UPDATE errands.jobs SET due_at = now() WHERE state = 'running' AND claims = 1`);

beforeEach(() => {
  outside.answer = () => 200;
});

describe('the jobs of a service', () => {
  let log: CapturedLog;

  beforeAll(async () => {
    log = new CapturedLog();
    outside = await OutsideWorld.open();
    service = await startTestService(errandsService, { OUTSIDE_URL: outside.url, LOG_LEVEL: 'warn' });
  });

  afterAll(async () => {
    await service.stop();
    await outside.close();
    log.release();
  });

  it('are done after the commit, with the trace of the request that ordered them', async () => {
    const traceparent = newTraceparent();
    await order('once', { traceparent });
    expect(await reaches(traceparent, 'done')).toMatchObject({
      type: 'errand',
      attempts: 1,
      reason: null,
      data: null,
    });
    expect(outside.callsOf('once')).toEqual([{ accountId: 1, text: 'once', traceparent }]);
    expect(await notesOf('once')).toEqual([{ text: 'once', stage: 0, traceparent }]);
  });

  it('are not there when the transaction rolls back', async () => {
    await refusal(order('roll back this'));
    expect(await service.query(`SELECT FROM errands.jobs WHERE data LIKE '%roll back%'`)).toEqual([]);
  });

  it('are tried again after a failure', async () => {
    const traceparent = newTraceparent();
    outside.answer = () => 500;
    await order('twice', { traceparent });
    const waiting = await reaches(traceparent, 'waiting');
    expect(waiting.reason).toBe('Error: The outside world answered 500.');
    expect(Date.parse(waiting.due_at)).toBeGreaterThan(Date.parse(waiting.updated_at));
    outside.answer = () => 200;
    await endPauses();
    const done = await reaches(traceparent, 'done');
    expect(done.reason).toBeNull();
    expect(done.attempts).toBeGreaterThan(1);
    expect(outside.callsOf('twice')).toHaveLength(done.attempts);
    expect(await notesOf('twice')).toHaveLength(1);
  });

  it('wait while Postgres refuses connections, and are done afterwards', async () => {
    const traceparent = newTraceparent();
    outside.answer = () => 500;
    await order('through an outage', { traceparent });
    await reaches(traceparent, 'waiting');
    outside.answer = () => 200;
    const failures = () => log.lines.filter(({ msg }) => msg === 'background work failed').length;
    const before = failures();
    await withoutConnections(service, async () => {
      await endPauses();
      await until(() => failures() > before, { describe: 'the outage to be noticed' });
    });
    await reaches(traceparent, 'done');
    expect(await notesOf('through an outage')).toHaveLength(1);
  });

  it('are given up when they still fail after their time, told in the log, and done when they are retried', async () => {
    const traceparent = newTraceparent();
    outside.answer = () => 500;
    await order('hasty errand', { traceparent });
    const dead = await until(
      async () => {
        await endPauses();
        const job = await jobOf(traceparent);
        return job.state === 'dead' && job;
      },
      { describe: 'the job to be given up' },
    );
    expect(dead).toMatchObject({ attempts: 3, reason: 'Error: The outside world answered 500.' });
    const lines = await until(
      () => {
        const told = log.lines.filter(({ jobId }) => jobId === dead.id);
        return told.length >= 3 && told;
      },
      { describe: 'a line for each failure' },
    );
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'error']);
    expect(JSON.stringify(lines)).not.toContain('hasty errand');

    outside.answer = () => 200;
    await service.bus.request(jobs.retry, { body: { id: dead.id } });
    expect(await reaches(traceparent, 'done')).toMatchObject({ id: dead.id, attempts: 1 });
    expect(await refusal(service.bus.request(jobs.retry, { body: { id: dead.id } }))).toMatchObject({
      code: 'conflict',
    });
  });

  it('go on from where they were, with all their tries before them', async () => {
    const traceparent = newTraceparent();
    outside.answer = () => (outside.callsOf('in stages').length < 3 ? 202 : 200);
    await order('in stages', { traceparent });
    expect(await reaches(traceparent, 'done')).toMatchObject({ attempts: 1 });
    expect((await notesOf('in stages')).map(({ stage }) => stage)).toEqual([0, 1, 2]);
  });

  it('of one account leave room for those of others, however long they take', async () => {
    let letGo = () => undefined as void;
    const held = new Promise<number>((resolve) => (letGo = () => resolve(200)));
    outside.answer = ({ accountId }) => (accountId === 2 ? held : 200);
    for (let count = 0; count < 20; count += 1) await order('slow', { accountId: 2 });
    await until(() => outside.callsOf('slow').length === 8, { describe: 'the share of one account' });
    await order('quick', { accountId: 3 });
    await until(async () => (await notesOf('quick')).length === 1, { describe: 'the job of the other' });
    expect(outside.callsOf('slow')).toHaveLength(8);
    letGo();
    await until(async () => (await notesOf('slow')).length === 20, { describe: 'all jobs' });
  });

  it('of a type that is done one at a time keep none of another type waiting', async () => {
    let letGo = () => undefined as void;
    const held = new Promise<number>((resolve) => (letGo = () => resolve(200)));
    outside.answer = ({ text }) => (text === 'lonely' ? held : 200);
    for (let account = 4; account < 8; account += 1) await order('lonely', { accountId: account });
    await until(() => outside.callsOf('lonely').length > 0, { describe: 'the first one' });
    await order('beside', { accountId: 4 });
    await until(async () => (await notesOf('beside')).length === 1, { describe: 'the other job' });
    expect(outside.callsOf('lonely')).toHaveLength(1);
    letGo();
    await until(async () => (await notesOf('lonely')).length === 4, { describe: 'all jobs' });
  });

  it('are each done by one of several replicas', async () => {
    const replica = await service.startReplica();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => order(`shared ${index}`, { accountId: index })),
    );
    const done = () => service.query(`SELECT FROM errands.notes WHERE text LIKE 'shared %'`);
    await until(async () => (await done()).length === 50, { describe: 'all jobs' });
    await replica.stop();
    expect(outside.calls.filter(({ text }) => text.startsWith('shared'))).toHaveLength(50);
  });

  it('take effect once when a lease lapses while they are at it', async () => {
    const traceparent = newTraceparent();
    let letGo = () => undefined as void;
    const held = new Promise<number>((resolve) => (letGo = () => resolve(200)));
    outside.answer = () => (outside.callsOf('overtaken').length === 1 ? held : 200);
    await order('overtaken', { traceparent });
    await until(() => outside.callsOf('overtaken').length === 1, { describe: 'the first call' });
    await until(
      async () => {
        await endFirstLeases();
        return outside.callsOf('overtaken').length === 2;
      },
      { describe: 'the second call' },
    );
    const { id } = await reaches(traceparent, 'done');
    letGo();
    // The process learns at the end, or when it renews its lease, that another one has the job.
    await until(() => log.lines.some(({ jobId }) => jobId === id), { describe: 'the first to end' });
    expect(outside.callsOf('overtaken')).toHaveLength(2);
    expect(await notesOf('overtaken')).toHaveLength(1);
  });

  it('have a lease that is renewed for the latest claim only, whoever made the earlier ones', async () => {
    const database = await createTestDatabase();
    const config = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 1 };
    const dataSource = await openDatabase(errandsService.database, config, 'errands');
    const repository = new JobsRepository(dataSource, 'errands');
    const job = { accountId: 1, data: {}, delayMs: 0, traceparent: newTraceparent() };
    await repository.insert(errand, job, dataSource.manager);
    const lapsingAtOnce = { types: [errand.type], crowded: [], leaseMs: 0 };
    const first = (await repository.claimAfter(0, lapsingAtOnce))!;
    const second = (await repository.claimAfter(0, lapsingAtOnce))!;
    const renewed = await repository.renew([first, second], 30_000);
    await dataSource.destroy();
    await database.drop();
    expect(renewed).toEqual(new Map([[first.id, 2]]));
  });

  it('of a type that this version does not know wait for one that does', async () => {
    const [row] = await service.query<{ id: string }>(
      `INSERT INTO errands.jobs (account_id, type, data, due_at, traceparent)
       VALUES (1, 'of-tomorrow', '{}', now(), 'x') RETURNING id`,
    );
    const id = Number(row!.id);
    await order('after it');
    await until(async () => (await notesOf('after it')).length === 1, { describe: 'the next job' });
    expect((await service.bus.request(jobs.get, { body: { id } })).job).toMatchObject({
      state: 'waiting',
      attempts: 0,
    });
    expect(await refusal(service.bus.request(jobs.retry, { body: { id } }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('of-tomorrow') as string,
    });
  });

  it('that end their process again and again are given up', async () => {
    const traceparent = newTraceparent();
    await service.query(
      `INSERT INTO errands.jobs (account_id, type, data, state, attempts, due_at, deadline, traceparent)
       VALUES (1, 'errand', '{"text":"deadly"}', 'running', 3, now(), now() - interval '1 minute', $1)`,
      [traceparent],
    );
    expect((await reaches(traceparent, 'dead')).reason).toContain('begun several times');
    expect(outside.callsOf('deadly')).toEqual([]);
  });

  it('whose data cannot be read are given up as well, and end no process', async () => {
    const traceparent = newTraceparent();
    await service.query(
      `INSERT INTO errands.jobs (account_id, type, data, attempts, due_at, deadline, traceparent)
       VALUES (1, 'errand', 'no JSON', 2, now(), now(), $1)`,
      [traceparent],
    );
    expect((await reaches(traceparent, 'dead')).reason).toContain('could not be parsed');
  });

  it('are listed until they are done, then kept for 3 days, and for 30 when they were given up', async () => {
    const insert = (state: string, age: string) =>
      service.query(
        `INSERT INTO errands.jobs (account_id, type, data, state, due_at, traceparent, updated_at)
         VALUES (9000, $2 || ' for ' || $1, '{}', $2, now(), 'x', now() - $1::interval)`,
        [age, state],
      );
    for (const age of ['2 days', '4 days', '31 days']) {
      await insert('done', age);
      await insert('dead', age);
    }
    const types = async () =>
      (
        await service.query<{ type: string }>(
          'SELECT type FROM errands.jobs WHERE account_id = 9000 ORDER BY id',
        )
      ).map(({ type }) => type);
    const replica = await service.startReplica();
    await until(async () => (await types()).length === 3, { describe: 'the old ones to go' });
    await replica.stop();
    expect(await types()).toEqual(['done for 2 days', 'dead for 2 days', 'dead for 4 days']);

    const list = async (body: object) =>
      (await service.bus.request(jobs.list, { body })).jobs.filter((job) => job.account_id === 9000);
    expect((await list({})).map(({ type }) => type)).toEqual(['dead for 2 days', 'dead for 4 days']);
    expect((await list({ state: 'done' })).map(({ type }) => type)).toEqual(['done for 2 days']);
  });
});

describe('a job whose process ends', () => {
  beforeAll(async () => {
    outside = await OutsideWorld.open();
    service = await startTestService(errandsService, { OUTSIDE_URL: outside.url }, { replicas: 0 });
  });

  afterAll(async () => {
    await service.stop();
    await outside.close();
  });

  it('by a signal is finished before', async () => {
    const replica = await service.startReplica();
    let letGo = () => undefined as void;
    const held = new Promise<number>((resolve) => (letGo = () => resolve(200)));
    outside.answer = () => held;
    await order('parting');
    await until(() => outside.callsOf('parting').length === 1, { describe: 'the call' });
    const stopped = jest.fn();
    const stopping = replica.stop().then(stopped);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).not.toHaveBeenCalled();
    letGo();
    await stopping;
    expect(await notesOf('parting')).toHaveLength(1);
  });

  it('by kill -9 while it calls outside is done once by the next, and seen', async () => {
    const traceparent = newTraceparent();
    outside.answer = () =>
      outside.callsOf('killed').length === 1 ? new Promise<number>(() => undefined) : 200;
    const victim = await service.startProcess(ENTRY);
    await order('killed', { traceparent });
    await until(() => outside.callsOf('killed').length === 1, { describe: 'the call' });
    process.kill(victim.pid!, 'SIGKILL');
    await victim.left().catch(() => undefined);

    const replica = await service.startReplica();
    expect(await jobOf(traceparent)).toMatchObject({ state: 'running', attempts: 1 });
    await endFirstLeases();
    expect(await reaches(traceparent, 'done')).toMatchObject({ attempts: 2, reason: null });
    expect(await notesOf('killed')).toHaveLength(1);
    await replica.stop();
  });

  it('by kill -9 while it commits leaves nothing behind, and is done once by the next', async () => {
    const traceparent = newTraceparent();
    const victim = await service.startProcess(ENTRY);
    await service.query('BEGIN');
    await service.query('LOCK TABLE errands.notes IN ACCESS EXCLUSIVE MODE');
    await order('killed late', { traceparent });
    await until(
      async () => (await service.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'errands.notes'::regclass`)).length > 0,
      { describe: 'the conclusion to wait' },
    ); // prettier-ignore
    process.kill(victim.pid!, 'SIGKILL');
    await victim.left().catch(() => undefined);
    await service.query('COMMIT');

    const replica = await service.startReplica();
    await endFirstLeases();
    expect(await reaches(traceparent, 'done')).toMatchObject({ attempts: 2 });
    expect(outside.callsOf('killed late')).toHaveLength(2);
    expect(await notesOf('killed late')).toHaveLength(1);
    await replica.stop();
  });
});
