import { BusConnection, STREAM } from '@chat/bus';
import { startTestNats, type TestNats } from '@chat/testing';
import { runAdmin } from '../testing/run-admin';
import { addStreamCommand } from './stream';

describe('admin stream', () => {
  let nats: TestNats;
  let connection: BusConnection;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;

  beforeAll(async () => {
    nats = await startTestNats();
    environment = jest.replaceProperty(process, 'env', { ...process.env, NATS_URL: nats.url });
    connection = await BusConnection.open({ url: nats.url }, 'spec');
    const manager = await connection.nats.jetstreamManager();
    await manager.streams.add({ name: STREAM, subjects: ['evt.>'] });
  });

  afterAll(async () => {
    environment.restore();
    await connection.drain();
    await nats.stop();
  });

  it('shows how the stream is stored', async () => {
    const { stdout } = await runAdmin(addStreamCommand, ['stream', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ name: STREAM, replicas: 1, followers: [], behind: [] });
  });

  it('lets services of an earlier version look up their events while it changes the stream', async () => {
    await runAdmin(addStreamCommand, ['stream', '--replicas', '1']);
    const manager = await connection.nats.jetstreamManager();
    expect((await manager.streams.info(STREAM)).config.allow_direct).toBe(true);
  });

  it('reports that there are too few servers', async () => {
    await expect(runAdmin(addStreamCommand, ['stream', '--replicas', '3'])).rejects.toThrow(
      'NATS has no 3 servers for the stream CHAT_EVENTS',
    );
  });
});
