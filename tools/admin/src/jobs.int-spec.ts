import { Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { jobOperations } from '@chat/contracts/jobs';
import { serviceNames } from '@chat/contracts/table';
import { busService, Jobs, jobType, loadConfig } from '@chat/service-kit';
import { startTestService, until, type TestService } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
import { addJobCommands } from './jobs';

const delivery = jobType<{ phone: string }>('deliver');

/** The error that the job fails with; null once it is repaired. */
let fault: string | null;

@Injectable()
class Deliveries implements OnApplicationBootstrap {
  constructor(@Inject(Jobs) private readonly jobs: Jobs) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(delivery, () => (fault === null ? Promise.resolve() : Promise.reject(new Error(fault))));
  }
}

@Module({ providers: [Deliveries] })
class TicketsModule {}

const ticketsService = busService({
  name: 'tickets',
  loadConfig: (environment) => loadConfig({}, environment),
  database: { schema: 'tickets', entities: [], migrations: [] },
  busUse: { calls: [], consumes: {} },
  module: TicketsModule,
});

describe('admin jobs', () => {
  let service: TestService;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;

  beforeAll(async () => {
    service = await startTestService(ticketsService);
    environment = jest.replaceProperty(process, 'env', { ...process.env, NATS_URL: service.natsUrl });
    for (const name of serviceNames.filter((other) => other !== 'tickets' && other !== 'crm')) {
      await service.bus.respond(jobOperations(name).list, () => ({ jobs: [] }));
    }
  });

  afterAll(async () => {
    environment.restore();
    await service.stop();
  });

  beforeEach(async () => {
    await service.query('DELETE FROM tickets.jobs');
    fault = 'The shelf is full.\n    at the second line';
  });

  const admin = (...words: string[]) => runAdmin(addJobCommands, ['jobs', ...words]);

  const rows = () => service.query<{ state: string }>('SELECT state FROM tickets.jobs ORDER BY id');

  /** Creates a job that was given up. @returns its id. */
  async function givenUp(): Promise<number> {
    const [row] = await service.query<{ id: number }>(
      `INSERT INTO tickets.jobs (account_id, type, data, state, attempts, due_at, traceparent, reason)
       VALUES (7, 'deliver', '{"phone":"4915112345678"}', 'dead', 3, now(), '00-a-b-01', $1) RETURNING id::integer`,
      [`Error: ${fault}`],
    );
    return row!.id;
  }

  it('lists those of all reachable services in one line each, and names the unreachable service', async () => {
    const id = await givenUp();
    const { stdout, stderr, exitCode } = await admin('list');
    const [header, job, ...rest] = stdout.split('\n');
    expect(header).toMatch(/^service +id +type +account_id +state +attempts +due_at +reason$/);
    expect(job).toMatch(new RegExp(`^tickets +${id} +deliver +7 +dead +3 .*shelf is full.$`));
    expect(rest).toEqual([]);
    expect(stderr).toMatch(/^crm does not answer/);
    expect(exitCode).toBe(1);
  });

  it('lists those of one service and state as JSON, page by page, without their data', async () => {
    await givenUp();
    await service.query(
      `INSERT INTO tickets.jobs (account_id, type, data, state, due_at, traceparent)
       SELECT account_id, type, data, state, due_at, traceparent FROM tickets.jobs, generate_series(1, 250)`,
    );
    const { stdout, exitCode } = await admin('list', '--service', 'tickets', '--state', 'dead', '--json');
    const jobs = JSON.parse(stdout) as object[];
    expect(jobs).toHaveLength(251);
    expect(stdout).not.toContain('4915112345678');
    expect(exitCode).toBe(0);
    expect((await admin('list', '--service', 'tickets', '--state', 'done')).stdout).toBe('None.');
  });

  it('shows one with its data', async () => {
    const id = String(await givenUp());
    expect((await admin('show', 'tickets', id)).stdout).toContain('"phone": "4915112345678"');
    expect(JSON.parse((await admin('show', 'tickets', id, '--json')).stdout)).toMatchObject({
      type: 'deliver',
      data: { phone: '4915112345678' },
    });
  });

  it('retries all that were given up, after the repair', async () => {
    const ids = [await givenUp(), await givenUp()];
    fault = null;
    const { stdout, exitCode } = await admin('retry', 'tickets', '--all-dead', '--json');
    expect(JSON.parse(stdout)).toEqual(ids.map((id) => ({ id, outcome: 'queued', reason: null })));
    expect(exitCode).toBe(0);
    await until(async () => (await rows()).every(({ state }) => state === 'done'), { describe: 'the jobs' });
  });

  it('reports what cannot be retried, continues with the rest, and exits with 1', async () => {
    const id = await givenUp();
    const { stdout, exitCode } = await admin('retry', 'tickets', '999999', String(id));
    expect(stdout).toMatch(/^999999 +refused +There is no job 999999 here./m);
    expect(stdout).toMatch(new RegExp(`^${id} +queued\\b`, 'm'));
    expect(exitCode).toBe(1);
  });

  it.each([
    ['nothing to retry', ['retry', 'tickets']],
    ['both ids and --all-dead', ['retry', 'tickets', '1', '--all-dead']],
    ['an unknown service', ['list', '--service', 'postoffice']],
    ['an unknown state', ['list', '--state', 'lost']],
    ['a malformed id', ['show', 'tickets', 'one']],
  ])('refuses %s before any request', async (_, words) => {
    await expect(admin(...words)).rejects.toMatchObject({ name: 'CommanderError' });
  });
});
