import { Client } from 'pg';
import { BusConnection } from '@chat/bus';
import { leaseAccount, returnAccount, type NatsAccount } from './jest/nats-accounts';
import { createTestDatabase } from './test-database';
import { startTestNats } from './test-nats';
import { until } from './until';

describe('createTestDatabase', () => {
  it('gives each caller a database of its own, and drops it under open connections', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const client = new Client({ connectionString: one.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('CREATE TABLE marks (id int)');

    const neighbour = new Client({ connectionString: other.url });
    await neighbour.connect();
    await expect(neighbour.query('SELECT FROM marks')).rejects.toThrow('does not exist');
    await neighbour.end();

    await Promise.all([one.drop(), other.drop()]);
    await expect(client.query('SELECT 1')).rejects.toThrow();
  });
});

describe('startTestNats', () => {
  const open = (url: string) => BusConnection.open({ url }, 'spec');

  async function streamsIn({ nats }: BusConnection): Promise<string[]> {
    return (await nats.jetstreamManager()).streams.names().next();
  }

  it('gives each caller JetStream and subjects of its own', async () => {
    const [one, other] = await Promise.all([startTestNats(), startTestNats()]);
    const [first, second] = await Promise.all([open(one.url), open(other.url)]);
    const heard: string[] = [];
    second.nats.subscribe('marks.*', { callback: (_, { subject }) => heard.push(subject) });
    await second.nats.flush();
    await (await first.nats.jetstreamManager()).streams.add({ name: 'MARKS', subjects: ['marks.*'] });
    await first.nats.jetstream().publish('marks.first');
    second.nats.publish('marks.second');
    await second.nats.flush();

    expect(await streamsIn(second)).toEqual([]);
    expect(heard).toEqual(['marks.second']);
    await Promise.all([first.drain(), second.drain()]);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('gives nobody what another spec left in the streams', async () => {
    const before = await startTestNats();
    const connection = await open(before.url);
    await (await connection.nats.jetstreamManager()).streams.add({ name: 'LEFT', subjects: ['left'] });
    await connection.drain();
    await before.stop();

    // A spec on another worker may have leased the account by now, and have streams of its own there.
    const leftover = await open(before.url);
    expect(await streamsIn(leftover)).not.toContain('LEFT');
    await leftover.drain();
  });

  it('refuses to end while a connection is open, and names it', async () => {
    const nats = await startTestNats({ closingTimeoutMs: 200 });
    const forgotten = await BusConnection.open({ url: nats.url }, 'forgotten');
    await expect(nats.stop()).rejects.toThrow('leaves connections to NATS open: forgotten');
    await forgotten.drain();
    // A busy server may take longer to forget it than this spec waits.
    const isStopped = () =>
      nats.stop().then(
        () => true,
        () => false,
      );
    await until(isStopped, { describe: 'the connection to be closed' });
  });

  it('starts a server when all accounts of the test run are taken', async () => {
    const taken: NatsAccount[] = [];
    for (;;) {
      const account = await leaseAccount();
      if (!account) break;
      taken.push(account);
    }
    const nats = await startTestNats();
    await Promise.all(taken.map(returnAccount));
    const connection = await open(nats.url);
    expect(await streamsIn(connection)).toEqual([]);
    await connection.drain();
    await nats.stop();
  });
});
