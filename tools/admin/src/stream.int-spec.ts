import { AckPolicy } from 'nats';
import { BusConnection, STREAM } from '@chat/bus';
import { startTestNats, type TestNats } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
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
    await manager.consumers.add(STREAM, { durable_name: 'crm-things', ack_policy: AckPolicy.Explicit });
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

  it('shows how full the stream is, since when it has events, and which consumers are behind', async () => {
    const before = Date.now();
    await connection.nats.jetstream().publish('evt.spec.thing.happened', new Uint8Array(1_000));
    await runAdmin(addStreamCommand, ['stream', '--max-bytes', String(64 * 1024 * 1024), '--json']);

    const { stdout } = await runAdmin(addStreamCommand, ['stream', '--json']);
    const shown = JSON.parse(stdout) as { bytes: number; oldest_at: string };
    expect(shown).toMatchObject({
      messages: 1,
      max_bytes: 64 * 1024 * 1024,
      used: '0.0 %',
      consumers: [{ name: 'crm-things', pending: 1, unacknowledged: 0 }],
    });
    expect(shown.bytes).toBeGreaterThan(1_000);
    // The clocks of this process and the server are the machine's.
    expect(Date.parse(shown.oldest_at)).toBeGreaterThanOrEqual(before - 1_000);

    const { stdout: text } = await runAdmin(addStreamCommand, ['stream']);
    expect(text).toMatch(/^max_bytes +67108864$/m);
    expect(text).toMatch(/^crm-things +1 +0$/m);
  });

  it('refuses a size that would drop events', async () => {
    await expect(runAdmin(addStreamCommand, ['stream', '--max-bytes', '1000'])).rejects.toThrow(
      'smallest size',
    );
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
