interface Queries {
  query: (sql: string) => Promise<unknown>;
}

/**
 * Breaks all other connections to the database, as a restart of Postgres does. A worker of autovacuum is none, and only a
 * superuser may end it.
 */
export async function breakConnections({ query }: Queries): Promise<void> {
  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}

/** Does the work while Postgres refuses every connection to the database: there are too many. */
export async function withoutConnections<T>(service: Queries, work: () => Promise<T>): Promise<T> {
  await limitConnections(service, 0);
  try {
    await breakConnections(service);
    return await work();
  } finally {
    await limitConnections(service, -1);
  }
}

/** @param limit how many connections the database may have; -1 for any number. Those that are open stay open. */
async function limitConnections({ query }: Queries, limit: number): Promise<void> {
  await query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${limit}', current_database()); END $$`,
  );
}
