import { Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { deadLetterOperations } from '@chat/contracts/dead-letters';
import { serviceNames } from '@chat/contracts/table';
import { busService, loadConfig } from '@chat/service-kit';
import { startTestService, until, type TestService } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
import { addDeadLetterCommands } from './dead-letters';

/** The error that the consumer fails with; null once it is repaired. */
let fault: string | null;

@Injectable()
class DeletedChannels implements OnApplicationBootstrap {
  constructor(@Inject(EventConsumers) private readonly consumers: EventConsumers) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'tickets-deleted-channels',
      subject: channelDeleted.subject,
      patienceMs: 0,
      bindings: [
        on(channelDeleted, () => (fault === null ? Promise.resolve() : Promise.reject(new Error(fault)))),
      ],
    });
  }
}

@Module({ providers: [DeletedChannels] })
class TicketsModule {}

const ticketsService = busService({
  name: 'tickets',
  loadConfig: (environment) => loadConfig({}, environment),
  database: { schema: 'tickets', entities: [], migrations: [] },
  module: TicketsModule,
  busUse: { calls: [], consumes: { 'tickets-deleted-channels': channelDeleted.subject } },
});

describe('admin dead-letters', () => {
  let service: TestService;
  let natsUrl: jest.ReplaceProperty<NodeJS.ProcessEnv>;

  beforeAll(async () => {
    service = await startTestService(ticketsService);
    natsUrl = jest.replaceProperty(process, 'env', {
      ...process.env,
      NATS_URL: service.natsUrl,
    });
    for (const name of serviceNames.filter((other) => other !== 'tickets' && other !== 'crm')) {
      await service.bus.respond(deadLetterOperations(name).list, () => ({ dead_letters: [] }));
    }
  });

  afterAll(async () => {
    natsUrl.restore();
    await service.stop();
  });

  beforeEach(async () => {
    await service.query('DELETE FROM tickets.dead_letters');
    fault = 'The shelf is full.\n    at the second line';
  });

  const admin = (...words: string[]) => runAdmin(addDeadLetterCommands, ['dead-letters', ...words]);

  const letterIds = async () =>
    (await service.query<{ id: number }>('SELECT id FROM tickets.dead_letters ORDER BY id')).map(
      ({ id }) => id,
    );

  /** Creates a dead letter. @returns its id. */
  async function givenUp(): Promise<number> {
    const before = await letterIds();
    await service.bus.publish(channelDeleted, { channel_id: 4711 }, { entity: 'channels/4711' });
    return until(async () => (await letterIds()).find((id) => !before.includes(id)), {
      describe: 'the dead letter',
    });
  }

  it('lists those of all reachable services in one line each, and names the unreachable service', async () => {
    const id = await givenUp();
    const { stdout, stderr, exitCode } = await admin('list');
    const [header, letter, ...rest] = stdout.split('\n');
    expect(header).toMatch(/^service +id +consumer +event_type +account_id +entity +created_at +reason$/);
    expect(letter).toMatch(
      new RegExp(
        `^tickets +${id} +tickets-deleted-channels +channel.deleted +1 +channels/4711 .*shelf is full.$`,
      ),
    );
    expect(rest).toEqual([]);
    expect(stderr).toMatch(/^crm does not answer/);
    expect(exitCode).toBe(1);
  });

  it('lists those of one service as JSON, complete but without the event', async () => {
    const id = await givenUp();
    const { stdout, exitCode } = await admin('list', '--service', 'tickets', '--json');
    const letters = JSON.parse(stdout) as object[];
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({ service: 'tickets', id, reason: `Error: ${fault}` });
    expect(letters[0]).not.toHaveProperty('document');
    expect(exitCode).toBe(0);
  });

  it('reads all pages', async () => {
    await givenUp();
    await service.query(
      `INSERT INTO tickets.dead_letters (consumer, event_id, document, reason)
       SELECT consumer, gen_random_uuid(), document, reason FROM tickets.dead_letters, generate_series(1, 250)`,
    );
    const { stdout } = await admin('list', '--service', 'tickets', '--json');
    const ids = (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual(await letterIds());
    expect(ids).toHaveLength(251);
  });

  it('reports a service that does not answer', async () => {
    await expect(admin('list', '--service', 'crm')).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('shows one with its event', async () => {
    const id = String(await givenUp());
    expect((await admin('show', 'tickets', id)).stdout).toContain('"channel_id": 4711');
    expect(JSON.parse((await admin('show', 'tickets', id, '--json')).stdout)).toMatchObject({
      consumer: 'tickets-deleted-channels',
      document: { type: 'channel.deleted', data: { channel_id: 4711 } },
    });
  });

  it('replays all after the repair', async () => {
    const ids = [await givenUp(), await givenUp()];
    fault = null;
    const { stdout, exitCode } = await admin('replay', 'tickets', '--all', '--json');
    expect(JSON.parse(stdout)).toEqual(ids.map((id) => ({ id, outcome: 'handled', reason: null })));
    expect(exitCode).toBe(0);
    expect(await letterIds()).toEqual([]);
  });

  it('prints the new reason of an event that fails again, continues with the rest, and exits with 1', async () => {
    const id = await givenUp();
    fault = 'The shelf fell down.\n    at the second line';
    const { stdout, exitCode } = await admin('replay', 'tickets', '999999', String(id));
    expect(stdout).toMatch(/^999999 +refused +There is no dead letter 999999 here./m);
    expect(stdout).toMatch(new RegExp(`^${id} +failed +Error: The shelf fell down.$`, 'm'));
    expect(exitCode).toBe(1);
    expect(await letterIds()).toEqual([id]);
  });

  it.each([
    ['nothing to replay', ['replay', 'tickets']],
    ['both ids and --all', ['replay', 'tickets', '1', '--all']],
    ['an unknown service', ['list', '--service', 'postoffice']],
    ['a malformed id', ['show', 'tickets', 'one']],
  ])('refuses %s before any request', async (_, words) => {
    await expect(admin(...words)).rejects.toMatchObject({ name: 'CommanderError' });
  });
});
