import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { startNats } from './nats';
import type { LocalNats } from './nats';

let dataDir: string;
let server: LocalNats;

const start = (): Promise<LocalNats> => startNats({ dataDir, log: () => undefined });

async function connected<Result>(work: (connection: NatsConnection) => Promise<Result>): Promise<Result> {
  const connection = await connect({ servers: server.url });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-nats-'));
  server = await start();
}, 120_000);

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

it('takes messages of eight MiB', async () => {
  const limit = await connected((connection) => Promise.resolve(connection.info?.max_payload));

  expect(limit).toBe(8 * 1024 * 1024);
});

it('keeps a stream through kill -9 and a new start', async () => {
  await connected(async (connection) => {
    await (await connection.jetstreamManager()).streams.add({ name: 'KEPT', subjects: ['kept.>'] });
    await connection.jetstream().publish('kept.one', 'one');
  });
  const killed = server.pid;
  process.kill(killed, 'SIGKILL');

  server = await start();

  expect(server.pid).not.toBe(killed);
  const message = await connected(async (connection) =>
    (await connection.jetstreamManager()).streams.getMessage('KEPT', { seq: 1 }),
  );
  expect(message.string()).toBe('one');
}, 30_000);

it('adopts the server that already runs on its data', async () => {
  const adopted = await start();

  expect(adopted).toMatchObject({ pid: server.pid, url: server.url });
});
