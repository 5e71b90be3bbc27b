import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
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
