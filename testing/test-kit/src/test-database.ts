import { randomBytes } from 'node:crypto';
import { createDatabase } from '@chat/local-servers';
import { Client } from 'pg';
import { databaseUrlVariable, serviceUrlVariable } from './jest/test-servers';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, even if somebody is connected. */
  drop(): Promise<void>;
}

/** An empty database on the throw-away Postgres of this test run, with its owner's rights. For `*.int-spec.ts` only. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const [adminUrl, serviceUrl] = [process.env[databaseUrlVariable], process.env[serviceUrlVariable]];
  if (!adminUrl || !serviceUrl) throw new Error('Only specs named *.int-spec.ts have a Postgres.');

  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(serviceUrl);
  await createDatabase(adminUrl, name, { owner: url.username, strategy: 'FILE_COPY' });
  url.pathname = name;
  return { url: url.href, drop: () => dropDatabase(adminUrl, name) };
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
