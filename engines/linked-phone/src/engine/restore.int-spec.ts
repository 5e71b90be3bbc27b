import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionsOnDatabase } from '@chat/device-sessions/testing/database';
import type { HeldSession } from '@chat/device-sessions/testing/database';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { engineFor } from '../testing/test-line';

const RESTORE = readFileSync(join(__dirname, '../../../../docs/restore.sql'), 'utf8');
const TABLES = ['sessions', 'session_keys', 'sends', 'received', 'people'].map(
  (name) => `device_sessions.${name}`,
);
const CHANNEL = 7;
const MESSAGES = 100;

describe('a linked phone whose database is restored from a backup', () => {
  let network: PhoneNetwork;
  let sessions: SessionsOnDatabase;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    sessions = await SessionsOnDatabase.start(engineFor(network));
  });

  afterAll(async () => {
    await sessions.stop();
    await network.stop();
  });

  it('keeps its link, and everybody reads the next message, as it reads theirs: none is lost, and none comes twice', async () => {
    const business = network.phone('4915100000001');
    const customers = [2, 3, 4, 5].map((digit) => network.phone(`491510000000${digit}`));
    const { dataSource } = sessions;
    const sent: { id: string; phone: string }[] = [];
    const send = async (session: HeldSession, phone: string) => {
      const chatMessageId = `OUT${sent.length}`;
      sent.push({ id: chatMessageId, phone });
      const composed = session.compose({ type: 'text', text: 'Hi' }, null, null)!;
      const to = { phone, userId: null };
      expect(await session.send({ chatMessageId, reference: '1', to, composed }, 5_000)).toEqual({
        kind: 'accepted',
      });
    };
    const write = async (index: number) => {
      const id = await network.post.write(customers[index]!, business, { conversation: 'Hi' });
      const isThere = async () => (await sessions.received(CHANNEL)).includes(id);
      await until(isThere, { describe: 'the message' });
      return id;
    };

    const first = await sessions.own(CHANNEL);
    await first.start();
    await network.linking.scan(business, (await first.nextQr(10_000))!.text);
    await until(() => first.isConnected, { describe: 'the session' });
    for (const [index, { digits }] of customers.entries()) {
      await send(first, digits);
      await write(index);
      await send(first, digits);
    }

    const backup = await Promise.all(
      TABLES.map(async (table) => {
        await dataSource.query(`CREATE TABLE ${table}_backup AS TABLE ${table}`);
        const columns: { name: string }[] = await dataSource.query(
          `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
             AND attidentity = ''`,
          [table],
        );
        return { table, columns: columns.map(({ name }) => name).join(', ') };
      }),
    );
    const before = await sessions.received(CHANNEL);
    for (let index = 0; index < MESSAGES; index += 1)
      if (index % 2) await send(first, customers[(index >> 1) % 4]!.digits);
      else await write((index >> 1) % 4);
    first.abandon();
    for (const { table, columns } of backup) {
      await dataSource.query(`TRUNCATE ${table}`);
      await dataSource.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${table}_backup`);
    }
    await dataSource.query(RESTORE);

    const second = await sessions.own(CHANNEL);
    await second.resume();
    await until(() => second.isConnected, { describe: 'the session' });
    expect(business.devices.size).toBe(1);
    const after: string[] = [];
    // Some write first, some are written to first.
    for (const index of [0, 1]) after.push(await write(index));
    for (const { digits } of customers) await send(second, digits);
    for (const index of customers.keys()) after.push(await write(index));
    for (const { digits } of customers) await send(second, digits);
    for (const customer of customers) {
      const read = () => customer.messages.filter(({ from }) => from === business).map(({ id }) => id);
      const own = sent.filter(({ phone }) => phone === customer.digits).map(({ id }) => id);
      await until(() => read().length >= own.length, { describe: 'all messages to be read' });
      expect(read()).toEqual(own);
      expect(customer.failures).toEqual([]);
    }
    expect(await sessions.received(CHANNEL)).toEqual([...before, ...after]);
    const marks: unknown = await dataSource.query('SELECT restored FROM device_sessions.sessions');
    expect(marks).toEqual([{ restored: false }]);
  });
});
