import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { startNats } from './nats';
import type { LocalNats } from './nats';

let dataDir: string;
let server: LocalNats;

const start = (): Promise<LocalNats> => startNats({ dataDir, log: () => undefined });

const as = (user: string) => ({
  servers: server.address,
  user,
  pass: server.password(user),
  reconnect: false,
});

async function connected<Result>(work: (connection: NatsConnection) => Promise<Result>): Promise<Result> {
  const connection = await connect(as('local'));
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

/** A previous test may have left it running with other users. */
beforeEach(async () => {
  server = await start();
});

it('accepts messages of up to 8 MiB', async () => {
  const limit = await connected((connection) => Promise.resolve(connection.info?.max_payload));

  expect(limit).toBe(8 * 1024 * 1024);
});

it('keeps a stream through kill -9 and a restart', async () => {
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
});

it('adopts the server that already runs on its data', async () => {
  const adopted = await start();

  expect(adopted).toMatchObject({ pid: server.pid, address: server.address });
});

it('exposes its counters only when it is monitored', async () => {
  expect(server.monitorUrl).toBeUndefined();
  const folder = await mkdtemp(join(tmpdir(), 'local-nats-'));
  const monitored = await startNats({ dataDir: folder, monitored: true, log: () => undefined });
  try {
    const counters = await (await fetch(`${monitored.monitorUrl}/varz`)).json();
    expect(counters).toMatchObject({ in_msgs: expect.any(Number) as number });
  } finally {
    await monitored.stop();
    await rm(folder, { recursive: true });
  }
});

it.each([
  ['without a name', {}],
  ['with a wrong password', { user: 'local', pass: 'guess' }],
  ['with a name that is no user', { user: 'root', pass: 'guess' }],
])('refuses a connection %s', async (_how, credentials) => {
  const stranger = connect({ servers: server.address, reconnect: false, ...credentials });

  await expect(stranger).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
});

it('makes its secret and configuration readable only by their owner, and writes no password to a file', async () => {
  for (const name of ['secret', 'nats.conf', 'users.conf']) {
    const file = join(dataDir, name);
    expect({ name, mode: (await stat(file)).mode & 0o777 }).toEqual({ name, mode: 0o600 });
    expect(await readFile(file, 'utf8')).not.toContain(server.password('local'));
  }
});

it('is restarted when it runs with other users', async () => {
  const users = {
    passwordVariables: { ada: 'NATS_PASSWORD_ADA' },
    configuration: 'authorization { users = [{ user: "ada", password: $NATS_PASSWORD_ADA }] }\n',
  };
  const before = { pid: server.pid, local: as('local') };

  server = await startNats({ dataDir, users, log: () => undefined });

  expect(server.pid).not.toBe(before.pid);
  await (await connect(as('ada'))).close();
  await expect(connect({ ...before.local, servers: server.address })).rejects.toMatchObject({
    code: 'AUTHORIZATION_VIOLATION',
  });
});
