import { Client } from 'pg';
import { BusConnection } from '@chat/bus';
import { createTestDatabase } from './test-database';
import { startTestNats } from './test-nats';

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
  it('gives each caller JetStream of its own', async () => {
    const [one, other] = await Promise.all([startTestNats(), startTestNats()]);
    const [first, second] = await Promise.all([
      BusConnection.open({ url: one.url }, 'spec'),
      BusConnection.open({ url: other.url }, 'spec'),
    ]);
    const streams = await first.nats.jetstreamManager();
    await streams.streams.add({ name: 'MARKS', subjects: ['marks'] });

    const neighbours = await (await second.nats.jetstreamManager()).streams.names().next();
    expect(neighbours).toEqual([]);

    await Promise.all([first.drain(), second.drain()]);
    await Promise.all([one.stop(), other.stop()]);
    await expect(BusConnection.open({ url: one.url }, 'spec')).rejects.toThrow('could not be reached');
  });
});
