import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOf } from './build';

const root = join(__dirname, '../../..');

const versionOf = (manifest: string) =>
  (JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { version: string }).version;

describe('the build of a process', () => {
  it('is the version that every package has, and the commit that the image names', () => {
    expect(buildOf({ BUILD_COMMIT: '4f2c1e9' })).toEqual({
      version: versionOf('package.json'),
      commit: '4f2c1e9',
    });
    const manifests = execFileSync(
      'git',
      ['ls-files', 'package.json', 'apps/*/package.json', 'libs/*/package.json'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const versions = manifests.trim().split('\n').map(versionOf);
    expect(versions.length).toBeGreaterThan(10);
    expect(new Set(versions)).toEqual(new Set([versionOf('package.json')]));
  });
});
