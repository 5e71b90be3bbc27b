import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ROOT } from '@chat/planted-bugs';
import { RELEASES_PAGE } from './last-release';
import { releasesIn } from './releases.rules';

const run = promisify(execFile);

describe('the page of releases', () => {
  it('names at least one release', async () => {
    expect(releasesIn(await readFile(RELEASES_PAGE, 'utf8'))).not.toEqual([]);
  });

  /** A clone may have no tags, which is why the page exists. */
  it('names every tagged release with its commit', async () => {
    const format = '%(refname:short) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)';
    const args = ['for-each-ref', `--format=${format}`, '--merged=HEAD^', 'refs/tags/v*'];
    const { stdout } = await run('git', args, { cwd: ROOT }).catch(() => ({ stdout: '' }));
    const tags = stdout.split('\n').filter(Boolean);
    const named = releasesIn(await readFile(RELEASES_PAGE, 'utf8')).map(
      ({ name, commit }) => `${name} ${commit}`,
    );
    expect(named).toEqual(expect.arrayContaining(tags));
  });
});
