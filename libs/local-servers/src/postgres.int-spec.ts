import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from './create-database';
import { startPostgres } from './postgres';
import type { LocalPostgres } from './postgres';

let dataDir: string;
let postgres: LocalPostgres;

const start = (): Promise<LocalPostgres> => startPostgres({ dataDir, durable: false, log: () => undefined });

async function query<Row extends object>(sql: string, database = 'postgres'): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url(database) });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'local-postgres-'));
  postgres = await start();
}, 60_000);

afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

it('keeps committed rows through kill -9 and a new start', async () => {
  await query('CREATE TABLE kept AS SELECT 42 AS answer');
  process.kill(postgres.pid, 'SIGKILL');

  const killed = postgres.pid;
  postgres = await start();

  expect(postgres.pid).not.toBe(killed);
  expect(await query('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
}, 30_000);

it('adopts the server that already runs on its data', async () => {
  const adopted = await start();

  expect(adopted).toMatchObject({ pid: postgres.pid, port: postgres.port });
});

it('starts although the pid file names a process that is no Postgres', async () => {
  await postgres.stop();
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n\n0\n${postgres.port}\n`);

  postgres = await start();

  expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
}, 30_000);

it('comes back on the port it had before', async () => {
  const { port } = postgres;
  await postgres.stop();
  postgres = await start();

  expect(postgres.port).toBe(port);
}, 30_000);

it('refuses a connection without the password', async () => {
  const stranger = new Client({
    connectionString: `postgres://postgres:guess@127.0.0.1:${postgres.port}/postgres`,
  });

  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
});

it('knows the letters of every script, whatever locales the system has', async () => {
  const [row] = await query(`SELECT upper('привет ñ') AS upper, length('你好') AS length`);

  expect(row).toEqual({ upper: 'ПРИВЕТ Ñ', length: 2 });
});

it('creates a database once, also when asked twice at the same time', async () => {
  const admin = postgres.url('postgres');
  await Promise.all([createDatabase(admin, 'of "mine"'), createDatabase(admin, 'of "mine"')]);

  expect(await query('SELECT current_database()', encodeURIComponent('of "mine"'))).toHaveLength(1);
});

const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

itAsRoot(
  'keeps the cluster elsewhere when root starts it in a home that nobody else may enter',
  async () => {
    const home = await mkdtemp(join(homedir(), 'closed-home-'));
    const inHome = { dataDir: join(home, 'postgres'), durable: false, log: () => undefined };
    const first = await startPostgres(inHome);
    const location = (await readFile(join(inHome.dataDir, 'cluster-location'), 'utf8')).trim();
    await createDatabase(first.url('postgres'), 'kept');
    await first.stop();

    const second = await startPostgres(inHome);
    await expect(createDatabase(second.url('kept'), 'another')).resolves.toBeUndefined();

    await second.stop();
    await Promise.all([home, location].map((folder) => rm(folder, { recursive: true })));
  },
  60_000,
);
