import { randomUUID } from 'node:crypto';
import { BusConnection, resizeStream, STREAM } from '@chat/bus';
import { checkReadiness, type RunningService } from '@chat/service-kit';
import { CapturedLog } from '../captured-log';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { createNote, noteCreated, notesService } from './notes.service';

describe.each([1, 4])('the outbox of a service, in shards: %i,', (shards) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService, { OUTBOX_SHARDS: String(shards) }, { replicas: 2 });
  });

  afterAll(() => service.stop());

  const create = async (text: string) => (await service.bus.request(createNote, { body: { text } })).id;
  /** The numbers of the notes that were told of. */
  const told = () => service.bus.events(noteCreated).map(({ data }) => data.id);
  const isTold = (id: number) => until(() => told().includes(id), { describe: `note ${id} to be told of` });

  it('is published in its order, whichever replica does it', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 100; count += 1) ids.push(await create(`note ${count}`));
    await isTold(ids.at(-1)!);
    expect(told()).toEqual(ids);
  });

  it('holds back nothing, and lets nothing overtake, when a transaction commits after those behind it', async () => {
    const event = {
      id: randomUUID(),
      type: noteCreated.type,
      accountid: '1',
      subject: 'notes/0',
      data: { id: 1_000_000, text: 'slow' },
    };
    await service.query('BEGIN');
    await service.query(
      'INSERT INTO notes.outbox (account_id, event_id, subject, document) VALUES (1, $1, $2, $3)',
      [event.id, noteCreated.subject, JSON.stringify(event)],
    );
    // More rounds than a relay needs to be sure of what lies behind it.
    for (let count = 0; count < 20; count += 1) await isTold(await create(`ahead ${count}`));
    await service.query('COMMIT');
    const behind = await create('behind it');
    await isTold(behind);
    expect(told().slice(-2)).toEqual([1_000_000, behind]);
  });
});

describe('the outbox of a service whose stream is full', () => {
  const MIB = 1024 * 1024;
  let log: CapturedLog;
  let service: TestService;
  let replica: RunningService;
  let connection: BusConnection;

  beforeAll(async () => {
    log = new CapturedLog();
    const settings = { LOG_LEVEL: 'error', NATS_STREAM_MAX_BYTES: String(16 * MIB) };
    service = await startTestService(notesService, settings, { replicas: 0 });
    replica = await service.startReplica();
    connection = await BusConnection.open({ url: service.natsUrl }, 'spec');
  });

  afterAll(async () => {
    await connection.nats.close();
    await service.stop();
    log.release();
  });

  const notes = async () => {
    const [row] = await service.query<{ waiting: number; published: number }>(
      `SELECT count(*) FILTER (WHERE published_at IS NULL)::int AS waiting,
         count(*) FILTER (WHERE published_at IS NOT NULL)::int AS published FROM notes.outbox WHERE subject = $1`,
      [noteCreated.subject],
    );
    return row!;
  };
  const stored = async () => {
    const manager = await connection.nats.jetstreamManager();
    const filter = { subjects_filter: noteCreated.subject };
    return (await manager.streams.info(STREAM, filter)).state.subjects?.[noteCreated.subject] ?? 0;
  };

  /** Fills the stream with events of others, so that only some of our events still fit. */
  async function fill(): Promise<void> {
    const publish = (subject: string, bytes: number) =>
      connection.nats.jetstream().publish(subject, new Uint8Array(bytes));
    await publish('evt.others.gap', 3_000);
    for (let size = 4 * MIB; size >= 64;) {
      await publish('evt.others.thing.happened', size).catch(() => (size = Math.floor(size / 2)));
    }
    const manager = await connection.nats.jetstreamManager();
    await manager.streams.purge(STREAM, { filter: 'evt.others.gap' });
  }

  it('waits without losing or repeating anything, says which setting to change, and drains when there is room', async () => {
    await fill();
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        service.bus.request(createNote, { body: { text: `${index}` } }),
      ),
    );
    await until(
      () =>
        log.text.includes('(maximum bytes exceeded): they wait in the outbox. Raise NATS_STREAM_MAX_BYTES'),
      {
        describe: 'the service to say that the stream is full',
      },
    );
    await until(async () => (await notes()).published === (await stored()), {
      describe: 'what the stream took to be marked as published',
    });
    const { published, waiting } = await notes();
    expect([published, waiting].every((count) => count > 0)).toBe(true);
    expect(await checkReadiness(replica.checks)).toMatchObject({ ready: true });

    await resizeStream(connection.nats, 32 * MIB);

    await until(async () => (await notes()).waiting === 0, { describe: 'the outbox to drain' });
    expect(await stored()).toBe(40);
    const told = service.bus.events(noteCreated).map(({ data }) => data.id);
    expect(told.sort((one, other) => one - other)).toEqual(created.map(({ id }) => id).sort((a, b) => a - b));
  });
});
