import { join } from 'node:path';
import { createDatabase, startNats, startPostgres } from '@chat/local-servers';
import type { Settings } from './settings';

type Log = (line: string) => void;

/** A server that the stack uses; `stop` does nothing where it is the user's own. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** The database `chat` of a local Postgres with its data in DATA_DIR, unless DATABASE_URL names another. */
export async function database({ databaseUrl, dataDir }: Settings, log: Log): Promise<Server> {
  if (databaseUrl !== undefined) return usersOwn(databaseUrl);
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log });
  await createDatabase(postgres.url('postgres'), 'chat');
  return { url: postgres.url('chat'), stop: () => postgres.stop() };
}

/** A local NATS with its streams in DATA_DIR, unless NATS_URL names another. */
export async function messageBus({ natsUrl, dataDir }: Settings, log: Log): Promise<Server> {
  if (natsUrl !== undefined) return usersOwn(natsUrl);
  return startNats({ dataDir: join(dataDir, 'nats'), log });
}

function usersOwn(url: string): Server {
  return { url, stop: () => Promise.resolve() };
}
