import { Client } from 'pg';
import { STREAM } from '@chat/bus';
import { startTestService, type TestService } from '../test-service';
import { testContext } from '../test-bus';
import { until } from '../until';
import { createNote, noteCreated, notesService } from './notes.service';

/** What a relay of a release without shards locks, and what one with shards does for accounts ending with these bits. */
const lockWhole = `SELECT pg_advisory_lock(hashtext('notes.outbox'))`;
const lockPart = (bits: number) =>
  `SELECT pg_advisory_lock_shared(hashtext('notes.outbox')), pg_advisory_lock(hashtext('notes.outbox'), ${bits})`;

describe('relays of one service with different numbers of shards', () => {
  let service: TestService;
  let other: Client;

  beforeAll(async () => {
    service = await startTestService(notesService, { OUTBOX_SHARDS: '2' });
    await service.startReplica({ OUTBOX_SHARDS: '1' });
    other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
  });

  afterEach(() => other.query('SELECT pg_advisory_unlock_all()'));

  afterAll(async () => {
    await other.end();
    await service.stop();
  });

  const create = async (accountId: number) => {
    const { id } = await service.bus.request(
      createNote,
      { body: { text: 'a note' } },
      testContext({ accountId }),
    );
    return id;
  };
  const told = () => service.bus.events(noteCreated).map(({ data }) => data.id);
  const isTold = (id: number) => until(() => told().includes(id), { describe: `note ${id} to be told of` });

  it('leave to another relay the accounts that it publishes, and publish all others', async () => {
    await other.query(lockPart(3));
    const waiting = await create(16 + 3);
    // More rounds than any of them needs to see the one that waits.
    for (let count = 0; count < 5; count += 1) await isTold(await create(16 + 2));
    expect(told()).not.toContain(waiting);
    await other.query('SELECT pg_advisory_unlock_all()');
    await isTold(waiting);
  });

  it('leave everything to a relay that has the whole outbox', async () => {
    await other.query(lockWhole);
    const waiting = await create(2);
    const failedAttempts = `SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND query = 'SELECT pg_advisory_unlock_all()' AND query_start > $1`;
    const since = new Date();
    await until(async () => (await service.query(failedAttempts, [since])).length > 0, {
      describe: 'a relay to try in vain',
    });
    expect(told()).not.toContain(waiting);
    await other.query('SELECT pg_advisory_unlock_all()');
    await isTold(waiting);
  });

  it('publish everything again that a lost stream had', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(create));
    await Promise.all(ids.map(isTold));
    const [row] = await service.query<{ count: number }>('SELECT count(*)::int FROM notes.outbox');
    const manager = await service.bus.nats.jetstreamManager();
    await manager.streams.delete(STREAM);
    const hasAll = async () => {
      const info = await manager.streams.info(STREAM).catch(() => null);
      return info !== null && info.state.messages >= row!.count;
    };
    await until(hasAll, { describe: 'the stream to have all events again' });
  });
});
