import type { LocalNats, LocalPostgres } from '@chat/local-servers';

export interface TestServers {
  postgres: LocalPostgres;
  nats: LocalNats;
}

/** Where the specs find the throw-away Postgres: Jest's workers inherit the environment of its main process. */
export const databaseUrlVariable = 'CHAT_TEST_DATABASE_URL';
/** The same as the role that the services under test have. */
export const serviceUrlVariable = 'CHAT_TEST_SERVICE_URL';

let servers: TestServers | undefined;

/** For the setup: what the specs use, and what the teardown takes back. */
export async function handOver(started: TestServers): Promise<void> {
  servers = started;
  process.env[serviceUrlVariable] = await started.postgres.urlFor('spec', 'postgres');
  process.env[databaseUrlVariable] = started.postgres.url('postgres');
}

/** For the teardown; undefined when the setup failed. */
export function takeBack(): TestServers | undefined {
  return servers;
}
