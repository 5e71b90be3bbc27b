interface Queries {
  query: (sql: string) => Promise<unknown>;
}

/**
 * Breaks all other connections of clients to the database, as a restart of Postgres does. Only a superuser may end workers
 * of autovacuum.
 */
export async function breakConnections({ query }: Queries): Promise<void> {
  await query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}

/** Runs the work while Postgres refuses new connections to the database as too many. */
export async function withoutConnections<T>(service: Queries, work: () => Promise<T>): Promise<T> {
  await limitConnections(service, 0);
  try {
    await breakConnections(service);
    return await work();
  } finally {
    await limitConnections(service, -1);
  }
}

/** @param limit the maximum of connections; -1 for none. Open ones stay open. */
async function limitConnections({ query }: Queries, limit: number): Promise<void> {
  await query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${limit}', current_database()); END $$`,
  );
}
