import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, handOverSchemas, isAlive, startPostgres } from '@chat/local-servers';
import type { Settings } from './settings';

export type Log = (line: string) => void;

/** A server that the stack uses; `stop` does nothing if it is the user's own. */
export interface Server {
  /** The settings with which the apps use it, overriding those of the user. */
  readonly environment: NodeJS.ProcessEnv;
  /** Its URL for other commands, with sufficient credentials. */
  readonly url: string;
  stop(): Promise<void>;
  /** Rejects once the server is gone; never settles for the user's own. */
  left(): Promise<never>;
}

const WATCH_MS = 500;
const DATABASE = 'chat';
/** The role of the apps: it owns the schemas in that database and is no superuser. */
const ROLE = 'chat';

/** Starts a local Postgres with its data in DATA_DIR and the database `chat`, unless DATABASE_URL names another. */
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

/** The apps find it in the environment that the user has set. */
export function usersOwn(url: string): Server {
  return { url, environment: {}, stop: () => Promise.resolve(), left: () => new Promise(() => undefined) };
}

/** Polls, because an adopted server is not a child of this process. */
export async function leaving(name: string, pid: number, logFile: string): Promise<never> {
  while (isAlive(pid)) await delay(WATCH_MS);
  throw new Error(`${name} exited. Its log is ${logFile}. Start again: all data is kept.`);
}
