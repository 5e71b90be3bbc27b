import type { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { createLogger, Departure, openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { database } from '../database/database';
import { OpenStreamsRepository } from './open-streams.repository';
import { StreamSlots } from './stream-slots';

const ACCOUNT = 7;
const credential = { person: null } as unknown as RequestContext['credential'];

describe('the places of event streams', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let streams: OpenStreamsRepository;
  let slots: StreamSlots;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 };
    dataSource = await openDatabase(database, config, 'spec');
    streams = new OpenStreamsRepository(dataSource);
    const loops = new BackgroundLoops(() => undefined);
    slots = new StreamSlots(streams, loops, new Departure(), createLogger('spec', 'silent'));
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  const acquire = () => slots.acquire(ACCOUNT, credential);
  /** Takes a place; its answer comes as the returned promise says. */
  const takeWith = (answer: Promise<void>) => {
    const take = streams.acquire.bind(streams);
    let isTaken: () => void;
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    jest.spyOn(streams, 'acquire').mockImplementationOnce(async (...given) => {
      const result = await take(...given);
      isTaken();
      await answer;
      return result;
    });
    return taken;
  };
  const count = async () => {
    const [row]: { count: number }[] = await dataSource.query(
      'SELECT count(*)::int AS count FROM gateway.open_streams WHERE account_id = $1',
      [ACCOUNT],
    );
    return row!.count;
  };

  it('are free again although the answer that one was taken got lost, and others keep theirs', async () => {
    await acquire();
    void takeWith(Promise.reject(new Error('connection lost')));
    await expect(acquire()).rejects.toThrow();
    let answer: () => void;
    const taken = takeWith(new Promise((resolve) => (answer = resolve)));
    const opening = acquire();
    await taken;
    expect(await count()).toBe(3);
    await slots.sweep();
    expect(await count()).toBe(2);
    answer!();
    await opening;
    await slots.sweep();
    expect(await count()).toBe(2);
  });
});
