import type { DataSource } from 'typeorm';
import type { Transaction } from '@chat/bus';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, refusal, until, type TestDatabase } from '@chat/test-kit';
import { database } from '../database/database';
import { EngineClosedError, type Person } from '../engines/device-engine';
import type { Tenure } from '../session-store/session.row';
import { PeopleRepository } from './people.repository';
import { PeopleService, type Asked } from './people.service';

const soon = () => Date.now() + 5_000;

/** A session whose network knows these people; it counts what it is asked. */
class FakeSession implements Asked {
  readonly asked: string[][] = [];
  answer: () => Promise<Person | null> = () => Promise.resolve(null);

  constructor(readonly tenure: Tenure) {}

  lookUp(phones: readonly string[]): Promise<Person | null> {
    this.asked.push([...phones]);
    return this.answer();
  }

  knows(phone: string, userId: string | null = null): void {
    this.answer = () => Promise.resolve({ phone, userId });
  }
}

describe('the spelling of a number', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let people: PeopleService;
  let session: FakeSession;
  let lastChannel = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = { DATABASE_URL: testDatabase.url, DATABASE_POOL_SIZE: 4 };
    dataSource = await openDatabase(database, config, 'spec');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  /** Another replica, which remembers nothing. */
  const newService = (perMinute = 100) =>
    new PeopleService(new PeopleRepository(dataSource), { DEVICE_LOOKUPS_PER_MINUTE: perMinute });

  beforeEach(async () => {
    people = newService();
    lastChannel += 1;
    session = new FakeSession({ account_id: 1, channel_id: lastChannel, epoch: 1 });
    await dataSource.query(
      'INSERT INTO device_sessions.sessions (account_id, channel_id, epoch) VALUES (1, $1, 1)',
      [lastChannel],
    );
  });

  const byPhone = (phone: string) => ({ phone, userId: null });
  const resolve = (phone: string, service = people) => service.resolve(session, byPhone(phone), soon());
  const learn = (person: Person, service = people) =>
    dataSource.transaction(async (manager) => {
      const hints: (() => void)[] = [];
      const tx = { manager, afterCommit: (hint: () => void) => hints.push(hint) } as unknown as Transaction;
      await service.learn([{ tenure: session.tenure, person }], tx);
      hints.forEach((hint) => hint());
    });
  const age = (interval: string) =>
    dataSource.query(`UPDATE device_sessions.people SET checked_at = checked_at - interval '${interval}'`);

  it.each([
    ['a Brazilian', '5511987654321', '551187654321'],
    ['a Mexican', '525512345678', '5215512345678'],
    ['an Argentinian', '541123456789', '5491123456789'],
  ])(
    'of %s is asked for once, with all spellings, and remembered by all replicas',
    async (_, given, known) => {
      session.knows(known, '7@lid');
      const person = { phone: known, userId: '7@lid' };
      expect(await resolve(given)).toEqual(person);
      expect(await resolve(known)).toEqual(person);
      expect(await resolve(given, newService())).toEqual(person);
      expect(session.asked.map((phones) => phones.toSorted())).toEqual([[given, known].toSorted()]);
    },
  );

  it('is not asked for where there is one only, nor of somebody who hides the number', async () => {
    expect(await resolve('4915112345678')).toEqual(byPhone('4915112345678'));
    const hidden = { phone: null, userId: '7@lid' };
    expect(await people.resolve(session, hidden, soon())).toEqual(hidden);
    expect(session.asked).toEqual([]);
  });

  it('that nobody has is remembered too', async () => {
    expect([await resolve('5511987654321'), await resolve('551187654321', newService())]).toEqual([
      null,
      null,
    ]);
    expect(session.asked).toHaveLength(1);
  });

  it('is asked for again after a day', async () => {
    session.knows('551187654321');
    await resolve('5511987654321');
    await age('23 hours');
    await resolve('5511987654321', newService());
    expect(session.asked).toHaveLength(1);
    await age('1 hour');
    await resolve('5511987654321', newService());
    expect(session.asked).toHaveLength(2);
  });

  it('is not asked for once the person has written, however long ago', async () => {
    await learn({ phone: '551187654321', userId: null });
    expect(await resolve('5511987654321')).toEqual(byPhone('551187654321'));
    await age('20 days');
    expect(await resolve('5511987654321', newService())).toEqual(byPhone('551187654321'));
    expect(session.asked).toEqual([]);
  });

  it('under which the person writes outweighs what the network said', async () => {
    session.knows('5511987654321');
    await resolve('5511987654321');
    await learn({ phone: '551187654321', userId: '7@lid' });
    const person = { phone: '551187654321', userId: '7@lid' };
    expect([await resolve('5511987654321'), await resolve('5511987654321', newService())]).toEqual([
      person,
      person,
    ]);
  });

  it('is written once for a person who writes often, and never where there is one only', async () => {
    const versions = (): Promise<object[]> =>
      dataSource.query('SELECT xmin::text FROM device_sessions.people ORDER BY channel_id');
    await learn({ phone: '551187654321', userId: null });
    const before = await versions();
    await learn({ phone: '551187654321', userId: null });
    await learn({ phone: '4915112345678', userId: '8@lid' });
    expect(await versions()).toEqual(before);
  });

  it('is asked for once by many who wait for it', async () => {
    let tell = (_: Person): void => undefined;
    session.answer = () => new Promise((found) => (tell = found));
    const waiting = ['5511987654321', '551187654321', '5511987654321'].map((phone) => resolve(phone));
    await until(() => session.asked.length > 0, { describe: 'the network to be asked' });
    tell(byPhone('551187654321'));
    expect(await Promise.all(waiting)).toEqual(Array(3).fill(byPhone('551187654321')));
    expect(session.asked).toHaveLength(1);
  });

  it('is asked for again when the network no longer knows it', async () => {
    session.knows('551187654321');
    await resolve('5511987654321');
    await people.forget(session.tenure, byPhone('551187654321'));
    session.knows('5511987654321');
    expect(await resolve('5511987654321')).toEqual(byPhone('5511987654321'));
  });

  it('beyond the limit of a minute is refused to whom cannot wait, and nobody loses a turn', async () => {
    const limited = newService(2);
    const of = (n: number) => limited.resolve(session, byPhone(`551198765432${n}`), soon());
    await Promise.all([of(1), of(2)]);
    expect(await refusal(of(3))).toMatchObject({
      code: 'device_service_error',
      reason: 'network_busy',
      retryable: true,
    });
    expect(await of(1)).toBeNull();
    expect(session.asked).toHaveLength(2);
  });

  it('is not remembered when the network does not answer', async () => {
    session.answer = () => Promise.reject(new Error('The network did not answer.'));
    expect(await refusal(resolve('5511987654321'))).toMatchObject({ reason: 'network_busy' });
    session.answer = () => Promise.reject(new EngineClosedError('There is no connection.'));
    await expect(resolve('5511987654321')).rejects.toThrow(EngineClosedError);
    session.knows('551187654321');
    expect(await resolve('5511987654321')).toEqual(byPhone('551187654321'));
  });

  it('is not stored by a former owner', async () => {
    await dataSource.query('UPDATE device_sessions.sessions SET epoch = 2 WHERE channel_id = $1', [
      lastChannel,
    ]);
    session.knows('551187654321');
    await resolve('5511987654321');
    const stored: unknown[] = await dataSource.query(
      'SELECT FROM device_sessions.people WHERE channel_id = $1',
      [lastChannel],
    );
    expect(stored).toEqual([]);
  });
});
