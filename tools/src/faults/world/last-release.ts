import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../planted/tree-copy';

const run = promisify(execFile);

/**
 * The release that runs beside the code of this checkout while it is upgraded: the last tag `v*` before it. While there
 * is none it is the commit before the newest migration, so that there is a migration to be seen; null where git knows
 * neither.
 */
export async function lastRelease(): Promise<string | null> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  if (tag) return tag;
  const migrations = 'apps/*/src/database/migrations/*.ts';
  const newest = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations);
  return newest ? git('rev-parse', '--verify', `${newest}^`) : null;
}

/** @returns what it prints; null when it fails or prints nothing. */
async function git(...args: string[]): Promise<string | null> {
  const output = await run('git', args, { cwd: ROOT }).catch(() => ({ stdout: '' }));
  return output.stdout.trim() || null;
}
