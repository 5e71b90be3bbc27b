import { BusConnection, EventFollower, STREAM } from '@chat/bus';
import { startTestNats, type TestNats } from '../test-nats';
import { until } from '../until';

const HOUR_MS = 60 * 60_000;

describe('a follower of events', () => {
  let server: TestNats;
  let connection: BusConnection;
  let follower: EventFollower;
  /** What it received, in order; `begin` for a new stream. */
  let told: string[];

  beforeEach(async () => {
    server = await startTestNats();
    connection = await BusConnection.open({ url: server.url, streamMaxBytes: 16 * 1024 * 1024 }, 'spec');
    told = [];
    follower = new EventFollower(connection, {
      subject: 'evt.*.*.*',
      backMs: HOUR_MS,
      onBegin: () => told.push('begin'),
      onMessage: (_, data) => told.push(Buffer.from(data).toString()),
      onOpen: () => undefined,
      onError: (error) => told.push(String(error)),
    });
    follower.start();
    await caughtUp();
  });

  afterEach(async () => {
    await follower.stop();
    await connection.drain();
    await server.stop();
  });

  const caughtUp = () => until(() => follower.hasCaughtUp, { describe: 'the follower to be there' });
  const publish = (text: string) => connection.nats.jetstream().publish('evt.things.thing.happened', text);
  const isTold = (text: string) =>
    until(() => told.includes(text), { describe: `it to be told ${text}`, timeoutMs: 20_000 });
  const manager = () => connection.nats.jetstreamManager();

  it('is told each event once and in order, and says when there is none', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `event ${index}`);
    for (const text of texts) await publish(text);
    await isTold('event 49');
    expect(told).toEqual(['begin', ...texts]);
    await until(() => follower.idleMs > 0, { describe: 'a heartbeat' });
  });

  it('knows, once it is there, until when it has read everything, even if there is nothing', () => {
    expect(Date.now() - follower.idleMs).toBeLessThan(HOUR_MS);
  });

  it('goes on where it was when its consumer is gone', async () => {
    await publish('before');
    await isTold('before');
    const { consumers } = await manager();
    for await (const { name } of consumers.list(STREAM)) await consumers.delete(STREAM, name);
    await publish('meanwhile');
    await isTold('meanwhile');
    await publish('after');
    await isTold('after');
    expect(told).toEqual(['begin', 'before', 'meanwhile', 'after']);
  });

  it('begins anew with a stream that replaces the one it followed', async () => {
    await publish('lost');
    await isTold('lost');
    const { streams } = await manager();
    await streams.delete(STREAM);
    await until(async () => (await streams.list().next()).length > 0, {
      describe: 'a new stream',
      timeoutMs: 20_000,
    });
    await publish('new');
    await isTold('new');
    expect(told).toEqual(['begin', 'lost', 'begin', 'new']);
  });
});
