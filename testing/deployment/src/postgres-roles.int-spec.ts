import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres, type LocalPostgres } from '@chat/local-servers';
import { hasProgram } from '@chat/test-kit/programs';
import { readCompose, root } from './testing/manifests';

const run = promisify(execFile);

(hasProgram('psql') ? describe : describe.skip)('docker/postgres-roles.sh', () => {
  let folder: string;
  let server: LocalPostgres;
  let superuser: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deployment-postgres-'));
    server = await startPostgres({ dataDir: folder, durable: false, log: () => undefined });
    const { hostname, port, username, password } = new URL(server.url('postgres'));
    superuser = { PGHOST: hostname, PGPORT: port, POSTGRES_USER: username, PGPASSWORD: password };
  }, 120_000);

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Returns the answer of Postgres to this role in the database `chat`. */
  async function ask(user: string, password: string, sql: string): Promise<string> {
    const env = { PATH: process.env.PATH, ...superuser, PGPASSWORD: password };
    const args = ['-XAtq', '-U', user, '-d', 'chat', '-c', sql];
    const answer = await run('psql', args, { env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return answer.stderr + answer.stdout;
  }

  it('creates the role of each service, which can access only its own schema; restore.sql, run as the superuser, advances the ids of all', async () => {
    const passwords = Object.fromEntries(
      Object.entries(readCompose().services.postgres!.environment!).filter(
        ([name]) => name !== 'POSTGRES_PASSWORD',
      ),
    );
    const awkward = { ...passwords, POSTGRES_PASSWORD_CRM: `p'a"$b` };
    execFileSync(join(root, 'docker/postgres-roles.sh'), {
      env: { PATH: process.env.PATH, ...superuser, ...awkward },
    });

    expect(await ask('chat_crm', `p'a"$b`, 'CREATE SCHEMA crm; CREATE TABLE crm.contacts (id int)')).toBe('');
    for (const [variable, password] of Object.entries(awkward)) {
      const role = `chat_${variable.replace('POSTGRES_PASSWORD_', '').toLowerCase()}`;
      expect(await ask(role, password, `CREATE SCHEMA own_${role}; SHOW server_encoding`)).toBe('UTF8\n');
      if (role !== 'chat_crm')
        expect(await ask(role, password, 'TABLE crm.contacts')).toMatch(/permission denied for schema crm/);
    }
    expect(await ask('chat_crm', 'guessed', 'SELECT 1')).toMatch(/password authentication failed/);

    const { POSTGRES_USER, PGPASSWORD } = superuser;
    await ask('chat_crm', `p'a"$b`, 'CREATE SEQUENCE crm.ids; CREATE SEQUENCE crm.unused');
    await ask('chat_crm', `p'a"$b`, "SELECT setval('crm.ids', 7)");
    await ask(POSTGRES_USER!, PGPASSWORD!, readFileSync(join(root, 'docs/restore.sql'), 'utf8'));
    expect(await ask('chat_crm', `p'a"$b`, "SELECT nextval('crm.ids'), nextval('crm.unused')")).toBe(
      '10000008|10000001\n',
    );
  });
});
