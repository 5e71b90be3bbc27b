import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@chat/planted-bugs';
import { releasesIn, type Release } from './releases.rules';

const run = promisify(execFile);

/** Where every release has a line. A clone may come without tags, but not without this page. */
export const RELEASES_PAGE = join(ROOT, 'docs', 'releases.md');

/**
 * Returns the release that an upgrade starts from: the last one that this checkout names. A release is named only after
 * it was made, so a release itself starts from the one before.
 * @throws Error that says what to do if git does not have its commit.
 */
export async function lastRelease(): Promise<Release> {
  const release = releasesIn(await readFile(RELEASES_PAGE, 'utf8')).at(-1);
  if (!release) throw new Error(`${RELEASES_PAGE} names no release.`);
  await run('git', ['cat-file', '-e', `${release.commit}^{commit}`], { cwd: ROOT }).catch(
    (error: unknown) => {
      throw new Error(
        `This clone lacks the commit of ${release.name} (${release.commit}). Fetch the history: git fetch --unshallow`,
        { cause: error },
      );
    },
  );
  return release;
}
