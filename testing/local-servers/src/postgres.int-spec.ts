import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from './create-database';
import { handOverSchemas } from './database-role';
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
}, 120_000);

afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

it('keeps committed rows through kill -9 and a restart', async () => {
  await query('CREATE TABLE kept AS SELECT 42 AS answer');
  process.kill(postgres.pid, 'SIGKILL');

  const killed = postgres.pid;
  postgres = await start();

  expect(postgres.pid).not.toBe(killed);
  expect(await query('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('adopts the server that already runs on its data', async () => {
  const adopted = await start();

  expect(adopted).toMatchObject({ pid: postgres.pid, port: postgres.port });
});

it('starts although the pid file names a process that is not Postgres', async () => {
  await postgres.stop();
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n\n0\n${postgres.port}\n`);

  postgres = await start();

  expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('restarts on the port it had before', async () => {
  const { port } = postgres;
  await postgres.stop();
  postgres = await start();

  expect(postgres.port).toBe(port);
});

it('refuses a connection without the password', async () => {
  const stranger = new Client({
    connectionString: `postgres://postgres:guess@127.0.0.1:${postgres.port}/postgres`,
  });

  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
});

it('supports the letters of every script, whatever locales the system has', async () => {
  const [row] = await query(`SELECT upper('привет ñ') AS upper, length('你好') AS length`);

  expect(row).toEqual({ upper: 'ПРИВЕТ Ñ', length: 2 });
});

it('creates a database once, even when asked twice concurrently', async () => {
  const admin = postgres.url('postgres');
  await Promise.all([createDatabase(admin, 'of "mine"'), createDatabase(admin, 'of "mine"')]);

  expect(await query('SELECT current_database()', encodeURIComponent('of "mine"'))).toHaveLength(1);
});

describe('the role of a service', () => {
  const as = async (url: string, sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client
      .query<Record<string, unknown>>(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };

  beforeAll(() => createDatabase(postgres.url('postgres'), 'roles'));

  it('has schemas of its own, no access to those of another role, and no superuser rights', async () => {
    const [crm, tickets] = [await postgres.urlFor('crm', 'roles'), await postgres.urlFor('tickets', 'roles')];
    await as(crm, 'CREATE SCHEMA crm; CREATE TABLE crm.contacts AS SELECT 1 AS id');

    expect(await as(await postgres.urlFor('crm', 'roles'), 'SELECT id FROM crm.contacts')).toEqual([
      { id: 1 },
    ]);
    for (const forbidden of [
      'SELECT * FROM crm.contacts',
      'DROP SCHEMA crm CASCADE',
      'CREATE TABLE public.stray (id int)',
      'CREATE ROLE more',
      'CREATE DATABASE more',
      `SELECT pg_read_file('postgresql.conf')`,
      'SELECT * FROM pg_authid',
      'ALTER ROLE tickets SUPERUSER',
      'SET ROLE postgres',
    ]) {
      await expect(as(tickets, forbidden)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('cannot connect to a database it was not allowed into', async () => {
    await createDatabase(postgres.url('postgres'), 'others');
    await postgres.urlFor('owner', 'others');
    const url = (await postgres.urlFor('crm', 'roles')).replace(/roles$/, 'others');

    await expect(as(url, 'SELECT 1')).rejects.toMatchObject({ code: '42501' });
  });

  it('takes over the schemas that the superuser owned before', async () => {
    await query(
      `CREATE SCHEMA old; CREATE TABLE old.rows (id int GENERATED ALWAYS AS IDENTITY, text text);
       CREATE FUNCTION old.one() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      'roles',
    );
    const url = await postgres.urlFor('chat', 'roles');
    await handOverSchemas(postgres.url('roles'), 'chat');
    await handOverSchemas(postgres.url('roles'), 'chat');

    await as(url, `INSERT INTO old.rows (text) VALUES ('new'); ALTER TABLE old.rows ADD COLUMN more int`);
    await as(url, `CREATE OR REPLACE FUNCTION old.one() RETURNS int LANGUAGE sql AS 'SELECT 2'`);
    expect(await as(url, 'SELECT id, text, old.one() AS one FROM old.rows')).toEqual([
      { id: 1, text: 'new', one: 2 },
    ]);
  });
});

const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

itAsRoot('keeps the cluster elsewhere when root starts it in a home that nobody else may enter', async () => {
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
});
