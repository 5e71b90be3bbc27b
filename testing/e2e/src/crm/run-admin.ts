import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from '@chat/test-kit';

const run = promisify(execFile);
const main = join(__dirname, '../../../../tools/admin/dist/main.js');

/** Runs the admin tool on the stack. @returns its output. */
export async function runAdmin(stack: Stack, words: readonly string[]): Promise<string> {
  const env = { ...process.env, NATS_URL: stack.admin.natsUrl, BLOB_FOLDER: join(stack.folder, 'blobs') };
  return (await run(process.execPath, [main, ...words], { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}
