import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../planted/tree-copy';

const run = promisify(execFile);

/**
 * Returns the release that an upgrade starts from: the last tag `v*` before this checkout. Without a tag, it is the
 * commit before the newest migration, so that the upgrade includes a migration; null when git knows neither.
 */
export async function lastRelease(): Promise<string | null> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  if (tag) return tag;
  const migrations = 'apps/*/src/database/migrations/*.ts';
  const newest = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations);
  return newest ? git('rev-parse', '--verify', `${newest}^`) : null;
}

/** @returns its output; null when it fails or prints nothing. */
async function git(...args: string[]): Promise<string | null> {
  const output = await run('git', args, { cwd: ROOT }).catch(() => ({ stdout: '' }));
  return output.stdout.trim() || null;
}
