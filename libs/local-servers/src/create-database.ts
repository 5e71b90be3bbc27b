import { Client, DatabaseError } from 'pg';

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

/** Creates the database `name` unless it exists, through a connection to another database of the same server. */
export async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Two creations at once: the later one meets the unique index of the catalogue.
    const exists =
      error instanceof DatabaseError && [DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(error.code ?? '');
    if (!exists) throw error;
  } finally {
    await client.end();
  }
}
