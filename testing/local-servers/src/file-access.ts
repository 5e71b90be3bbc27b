import { execFile } from 'node:child_process';
import { access, chmod, chown, lstat, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The permission of a folder's group to reach what is in it. */
const TRAVERSE = 0o010;

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user Postgres has to run as, because it refuses root; undefined unless this process runs as root. */
export async function userForPostgres(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Returns whether `user` can open the file or enter the folder; the system also checks every parent's permissions. */
export async function canOpen(user: User | undefined, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', '[ -d "$1" ] && [ -x "$1" ] || [ -r "$1" ]', 'sh', path], {
    ...user,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  );
}

/** Returns whether the path exists, whatever its type. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Lets the group of a user traverse a folder of ours. Below the system's temporary folder, this includes those parents
 * that the user cannot enter, since mkdtemp creates such folders; other parents are not changed.
 */
export async function letPassTo(folder: string, user: User): Promise<void> {
  const temporary = await realpath(tmpdir());
  const target = await realpath(folder);
  const parents: string[] = [];
  for (let parent = dirname(target); parent.startsWith(`${temporary}/`); parent = dirname(parent))
    parents.unshift(parent);
  // The outermost first: inside a closed folder, open ones cannot be reached either.
  for (const parent of parents) if (!(await canOpen(user, parent))) await letPass(parent, user.gid);
  await letPass(target, user.gid);
}

/** Lets the members of a group traverse a folder of ours, and nothing more. */
async function letPass(folder: string, gid: number): Promise<void> {
  const { uid, mode } = await lstat(folder);
  await chown(folder, uid, gid);
  await chmod(folder, (mode & 0o7700) | TRAVERSE);
}

/**
 * Removes all permissions except the owner's from a folder and from everything in it that we own. Under root, the
 * user that Postgres runs as may still traverse the folder itself, and the folders through which it already passes: a
 * server that runs there must not lose its path for a moment.
 */
export async function closeToOthers(folder: string): Promise<void> {
  const user = await userForPostgres();
  await closeTree(folder, user?.gid);
  if (user) await letPass(folder, user.gid);
}

/** @param passing the group that may go on traversing folders. */
async function closeTree(path: string, passing: number | undefined): Promise<void> {
  const status = await lstat(path);
  // Files of another user (a Postgres cluster under root) are that user's to protect; symlinks have no permissions.
  if (status.uid !== process.getuid?.() || status.isSymbolicLink()) return;
  const others = status.isDirectory() && status.gid === passing ? 0o077 & ~TRAVERSE : 0o077;
  if ((status.mode & others) !== 0) await chmod(path, status.mode & 0o7777 & ~others);
  if (!status.isDirectory() || (await exists(join(path, 'PG_VERSION')))) return;
  for (const name of await readdir(path)) {
    // Running servers may remove files in the meantime.
    await closeTree(join(path, name), passing).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
