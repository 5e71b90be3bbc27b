import { randomBytes } from 'node:crypto';
import { createDatabase } from '@chat/local-servers';
import { Client } from 'pg';
import { databaseUrlVariable } from './jest/test-servers';

export interface TestDatabase {
  readonly url: string;
  /** Removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** A fresh, empty database on the throw-away Postgres of this test run. For `*.int-spec.ts` only. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env[databaseUrlVariable];
  if (!adminUrl) throw new Error('Only specs named *.int-spec.ts have a Postgres.');

  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(adminUrl, name);
  const url = new URL(adminUrl);
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
