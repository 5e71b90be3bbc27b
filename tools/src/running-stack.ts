import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm start` writes to `DATA_DIR/stack.json`, so that other commands find the stack and the next start its processes. */
export interface RunningStack {
  readonly app_pids: readonly number[];
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly nats_url: string;
  readonly database_url: string;
}

/** The stack that was started last on this data, running or not; undefined where there never was one. */
export async function readStack(dataDir: string): Promise<RunningStack | undefined> {
  const text = await readFile(join(dataDir, 'stack.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as RunningStack);
}

/** Only its owner may read it: the database URL holds a password. */
export async function writeStack(dataDir: string, stack: RunningStack): Promise<void> {
  await writeFile(join(dataDir, 'stack.json'), `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
}
