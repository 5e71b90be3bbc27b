export interface TestServers {
  folder: string;
  postgres: { url(database: string): string; stop(): Promise<void> };
}

/** Where the specs find the throw-away Postgres: Jest's workers inherit the environment of its main process. */
export const databaseUrlVariable = 'CHAT_TEST_DATABASE_URL';

let servers: TestServers | undefined;

export function handOver(started: TestServers): void {
  servers = started;
  process.env[databaseUrlVariable] = started.postgres.url('postgres');
}

export function takeBack(): TestServers | undefined {
  return servers;
}
