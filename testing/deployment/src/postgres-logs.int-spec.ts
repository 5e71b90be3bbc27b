import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { parse } from 'yaml';
import { startPostgres, type LocalPostgres } from '@chat/local-servers';
import { readCompose, root, type ComposeService } from './testing/manifests';

type Settings = Readonly<Record<string, string>>;

/** What Postgres has by default, and `startPostgres` changes. */
const defaults = { log_error_verbosity: 'default', log_min_error_statement: 'error' };

function composeSettings(): Settings {
  const { command } = readCompose().services.postgres as ComposeService & { command: string[] };
  return Object.fromEntries(
    command.flatMap((word) => (word.includes('=') ? [word.split('=')] : [])),
  ) as Settings;
}

function clusterSettings(): Settings {
  const text = readFileSync(join(root, 'k8s/data/postgres.yaml'), 'utf8');
  return (parse(text) as { spec: { postgresql: { parameters: Settings } } }).spec.postgresql.parameters;
}

const logging = (settings: Settings) => Object.entries(settings).filter(([name]) => name.startsWith('log_'));

describe('the log of Postgres', () => {
  let folder: string;
  let server: LocalPostgres;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deployment-logs-'));
    server = await startPostgres({
      dataDir: folder,
      durable: false,
      settings: defaults,
      log: () => undefined,
    });
  }, 120_000);

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Returns what is logged when a unique key is violated under these settings. */
  async function logOf(settings: Settings): Promise<string> {
    const file = join(folder, 'postgres.log');
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    for (const [name, value] of logging(settings)) await client.query(`SET ${name} = '${value}'`);
    await client.query('CREATE TEMPORARY TABLE users (email text PRIMARY KEY)');
    const before = (await readFile(file, 'utf8')).length;
    const insert = "INSERT INTO users VALUES ('jane@example.com'), ('jane@example.com')";
    await expect(client.query(insert)).rejects.toMatchObject({ code: '23505' });
    await client.end();
    return (await readFile(file, 'utf8')).slice(before);
  }

  it.each([
    ['compose.yaml', composeSettings],
    ['k8s/data/postgres.yaml', clusterSettings],
  ])('contains neither keys nor statements of people with the settings of %s', async (_, read) => {
    const text = await logOf(read());
    expect(text).toContain('users_pkey');
    expect(text).not.toContain('jane');
  });

  it('contains both by default', async () => {
    expect(await logOf(defaults)).toMatch(/Key \(email\)=\(jane@example\.com\)[^]*INSERT INTO users/);
  });
});
