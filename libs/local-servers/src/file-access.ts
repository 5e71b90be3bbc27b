import { execFile } from 'node:child_process';
import { access, chmod, chown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The user Postgres has to run as, because it refuses root; undefined where we are an ordinary user ourselves. */
export async function userForPostgres(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Whether `user` can open the file or enter the folder: asked of the system, which knows every parent's rights. */
export async function canOpen(user: User | undefined, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', '[ -d "$1" ] && [ -x "$1" ] || [ -r "$1" ]', 'sh', path], {
    ...user,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  );
}

/** Whether something of that name exists, whatever it is. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Lets the members of a group enter a folder of ours, and nothing more. */
export async function letPass(folder: string, gid: number): Promise<void> {
  const { uid, mode } = await lstat(folder);
  await chown(folder, uid, gid);
  await chmod(folder, (mode & 0o7700) | 0o010);
}

/**
 * Takes the rights of everybody but its owner from a folder and from all in it that is ours. As root, the user that
 * Postgres runs as keeps the right to pass through the folder itself.
 */
export async function closeToOthers(folder: string): Promise<void> {
  await closeTree(folder);
  const user = await userForPostgres();
  if (user) await letPass(folder, user.gid);
}

async function closeTree(path: string): Promise<void> {
  const status = await lstat(path);
  // What belongs to another user (a cluster of Postgres under root) is closed by that user; links have no rights.
  if (status.uid !== process.getuid?.() || status.isSymbolicLink()) return;
  if ((status.mode & 0o077) !== 0) await chmod(path, status.mode & 0o7700);
  if (!status.isDirectory() || (await exists(join(path, 'PG_VERSION')))) return;
  for (const name of await readdir(path)) {
    // Servers that still run may remove files meanwhile.
    await closeTree(join(path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
