import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, handOverSchemas, isAlive, startPostgres } from '@chat/local-servers';
import type { Settings } from './settings';

export type Log = (line: string) => void;

/** A server that the stack uses; `stop` does nothing where it is the user's own. */
export interface Server {
  /** The settings by which the apps use it, over those of the user. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where other commands find it, with credentials that can do what they do. */
  readonly url: string;
  stop(): Promise<void>;
  /** Rejects once the server is gone; of the user's own it tells nothing. */
  left(): Promise<never>;
}

const WATCH_MS = 500;
const DATABASE = 'chat';
/** As whom the apps connect: it owns the schemas in that database and is no superuser. */
const ROLE = 'chat';

/** The database `chat` of a local Postgres with its data in DATA_DIR, unless DATABASE_URL names another. */
export async function database({ databaseUrl, dataDir }: Settings, log: Log): Promise<Server> {
  if (databaseUrl !== undefined) return usersOwn(databaseUrl);
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log });
  await createDatabase(postgres.url('postgres'), DATABASE);
  const url = await postgres.urlFor(ROLE, DATABASE);
  await handOverSchemas(postgres.url(DATABASE), ROLE);
  return {
    environment: { DATABASE_URL: url },
    url,
    stop: () => postgres.stop(),
    left: () => leaving('Postgres', postgres.pid, join(dataDir, 'postgres', 'postgres.log')),
  };
}

/** The apps find it in the environment as the user has set it. */
export function usersOwn(url: string): Server {
  return { url, environment: {}, stop: () => Promise.resolve(), left: () => new Promise(() => undefined) };
}

/** Polled, because an adopted server is no child of ours. */
export async function leaving(name: string, pid: number, logFile: string): Promise<never> {
  while (isAlive(pid)) await delay(WATCH_MS);
  throw new Error(`${name} left. Its log is ${logFile}. Start again: all data is kept.`);
}
