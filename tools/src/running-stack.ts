import { join } from 'node:path';
import { readJson, writeJson } from './json-file';

/** What `npm start` writes to `DATA_DIR/stack.json`, so that other commands find the stack and the next start its processes. */
export interface RunningStack {
  readonly app_pids: readonly number[];
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly nats_url: string;
  readonly database_url: string;
}

/** The stack that was started last on this data, running or not; undefined where there never was one. */
export function readStack(dataDir: string): Promise<RunningStack | undefined> {
  return readJson(join(dataDir, 'stack.json'));
}

export function writeStack(dataDir: string, stack: RunningStack): Promise<void> {
  return writeJson(join(dataDir, 'stack.json'), stack);
}
