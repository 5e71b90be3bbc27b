import { execFile } from 'node:child_process';
import { rename, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { underLock } from '../lock.cjs';

const run = promisify(execFile);

/** Packs the client for `/docs/chat-client.tgz`, unless nothing has changed since. npm takes seconds, so nobody waits for it. */
export function packClient(root: string): Promise<void> {
  const folder = join(root, 'libs/client');
  // Starts with other data may run in this checkout, too.
  return underLock(join(folder, '.packing.lock'), () => packIn(root, folder));
}

async function packIn(root: string, folder: string): Promise<void> {
  const target = join(folder, 'package/chat-client.tgz');
  const sources = (await readdir(join(folder, 'src'), { recursive: true })).map((name) => join('src', name));
  const files = ['package.json', 'README.md', ...sources];
  const changedAt = await Promise.all(files.map((name) => timeOf(join(folder, name))));
  if ((await timeOf(target)) > Math.max(...changedAt)) return;
  const pack = ['pack', '--silent', '-w', 'libs/client', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: root });
  await rename(join(folder, stdout.trim().split('\n').at(-1)!), target);
}

async function timeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}
