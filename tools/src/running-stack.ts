import { join } from 'node:path';
import { readJson, writeJson } from './json-file';

/** The content of `DATA_DIR/stack.json`, by which other commands find the stack, and the next start its old processes. */
export interface RunningStack {
  readonly app_pids: readonly number[];
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly nats_url: string;
  readonly database_url: string;
}

/** The stack that was last started on this data, whether or not it still runs; undefined if there never was one. */
export function readStack(dataDir: string): Promise<RunningStack | undefined> {
  return readJson(join(dataDir, 'stack.json'));
}

export function writeStack(dataDir: string, stack: RunningStack): Promise<void> {
  return writeJson(join(dataDir, 'stack.json'), stack);
}
