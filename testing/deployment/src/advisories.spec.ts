import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validRange } from 'semver';
import { affectedPackages, type Advisory, type LockedPackages } from './advisories.rules';

const read = (path: string) => JSON.parse(readFileSync(join(__dirname, '../../..', path), 'utf8')) as unknown;
const advisories = read('.ci/advisories.json') as Advisory[];

describe('affectedPackages', () => {
  const advisory = { package: 'server', vulnerable: '<1.2.0 || >=2.0.0 <2.1.0', url: 'U', reviewed: 'R' };

  it.each([
    ['an affected version', { 'node_modules/server': { version: '1.1.9' } }, 1],
    ['the first version with the fix', { 'node_modules/server': { version: '1.2.0' } }, 0],
    ['another line that is affected', { 'node_modules/server': { version: '2.0.3' } }, 1],
    ['a copy below another package', { 'node_modules/a/node_modules/server': { version: '1.0.0' } }, 1],
    ['a package whose name ends alike', { 'node_modules/fast-server': { version: '1.0.0' } }, 0],
    ['a workspace of that name', { 'node_modules/server': {} }, 0],
  ])('judges %s', (_, packages: LockedPackages, count) => {
    expect(affectedPackages(packages, [advisory])).toHaveLength(count);
  });

  it('names package, version and advisory, except for copies that were accepted', () => {
    const packages = {
      'node_modules/server': { version: '1.1.9' },
      'a/node_modules/server': { version: '1.0.0' },
    };
    const accepted = { 'a/node_modules/server': 'No fix exists.' };
    expect(affectedPackages(packages, [{ ...advisory, accepted }])).toEqual([
      'node_modules/server 1.1.9 is affected (<1.2.0 || >=2.0.0 <2.1.0): U',
    ]);
  });
});

describe('.ci/advisories.json', () => {
  const locked = (path: string) => (read(path) as { packages: LockedPackages }).packages;
  const packages = locked('package-lock.json');

  it.each(['package-lock.json', 'engines/linked-phone/package-lock.json'])(
    'affects no package that is installed from %s',
    (path) => {
      expect(affectedPackages(locked(path), advisories)).toEqual([]);
    },
  );

  it('accepts nothing that is not there any more', () => {
    const accepted = advisories.flatMap((advisory) => Object.keys(advisory.accepted ?? {}));
    expect(accepted.filter((path) => packages[path] === undefined)).toEqual([]);
  });

  it('has ranges, addresses and dates that can be read, and no advisory twice for one package', () => {
    for (const { vulnerable, url, reviewed } of advisories) {
      expect(validRange(vulnerable)).not.toBeNull();
      expect(url).toMatch(/^https:\/\/\S+$/);
      expect(reviewed).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    const names = advisories.map((advisory) => `${advisory.package} ${advisory.url}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
