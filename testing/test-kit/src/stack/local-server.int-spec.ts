import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startPostgres } from '@chat/local-servers';
import { Client } from 'pg';
import { LocalServer } from './local-server';
import { killNow } from './stack-member';

let folder: string;
const log = () => undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-server-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('keeps port and committed rows of a durable Postgres over a SIGKILL', async () => {
  const postgres = new LocalServer('postgres', () => startPostgres({ dataDir: folder, durable: true, log }));
  await postgres.start();
  const url = postgres.server.url('postgres');
  await query(url, 'CREATE TABLE marks (id int); INSERT INTO marks VALUES (1)');

  await killNow(postgres.pid as number, 'postgres');
  await postgres.start();
  expect(postgres.server.url('postgres')).toBe(url);
  expect(await query(url, 'SELECT id FROM marks')).toEqual([{ id: 1 }]);
  await postgres.stop();
});

it('keeps the port of NATS over a SIGKILL', async () => {
  const nats = new LocalServer('nats', () => startNats({ dataDir: folder, log }));
  await nats.start();
  const url = nats.server.url('local');
  await killNow(nats.pid as number, 'nats');
  await nats.start();
  expect(nats.server.url('local')).toBe(url);
  await nats.stop();
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
