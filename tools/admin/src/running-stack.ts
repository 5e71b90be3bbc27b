import { join } from 'node:path';
import { readJson } from './read-json';

/** By this file other commands find the stack, and the next start its old processes. */
export interface RunningStack {
  readonly app_pids: readonly number[];
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly nats_url: string;
  readonly database_url: string;
}

/** The path of the file. */
export function stackFileIn(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

/** The stack that was last started on this data, whether or not it still runs; undefined if there never was one. */
export function readStack(dataDir: string): Promise<RunningStack | undefined> {
  return readJson(stackFileIn(dataDir));
}
