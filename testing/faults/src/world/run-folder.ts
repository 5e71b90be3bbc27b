import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '@chat/local-servers';

const run = promisify(execFile);

const NAME = /^chat-faults-(\d+)-/;

/** Creates a folder for everything that this run writes, after removing the leftovers of killed runs. */
export async function openRunFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await removeRunFolder(join(tmpdir(), name)).catch(() => undefined);
  }
  const folder = await mkdtemp(join(tmpdir(), `chat-faults-${process.pid}-`));
  // Postgres may run as another user, who must be able to traverse it.
  await chmod(folder, 0o711);
  return folder;
}

export async function removeRunFolder(folder: string): Promise<void> {
  await run('umount', ['--lazy', join(folder, 'postgres')]).catch(() => undefined);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
