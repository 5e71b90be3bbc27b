import type { LocalNats, LocalPostgres } from '@chat/local-servers';

export interface TestServers {
  postgres: LocalPostgres;
  nats: LocalNats;
}

/** The address of the throw-away Postgres; Jest's workers inherit the environment of its main process. */
export const databaseUrlVariable = 'CHAT_TEST_DATABASE_URL';
/** The same, as the role of the services under test. */
export const serviceUrlVariable = 'CHAT_TEST_SERVICE_URL';

let servers: TestServers | undefined;

/** Stores the servers for the specs and for the teardown. */
export async function handOver(started: TestServers): Promise<void> {
  servers = started;
  process.env[serviceUrlVariable] = await started.postgres.urlFor('spec', 'postgres');
  process.env[databaseUrlVariable] = started.postgres.url('postgres');
}

/** The servers, for the teardown; undefined if the setup failed. */
export function takeBack(): TestServers | undefined {
  return servers;
}
