import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

it('what a change can break is looked for in all packages that import the changed one', () => {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const changed = join(root, 'libs/errors/src/index.ts');
  const args = [
    jest,
    '--selectProjects',
    'unit',
    'integration',
    '--listTests',
    '--findRelatedTests',
    changed,
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const packages = stdout.split('\n').map((file) =>
    file
      .slice(root.length + 1)
      .split('/', 2)
      .join('/'),
  );
  expect(packages).toEqual(expect.arrayContaining(['apps/gateway', 'apps/messaging', 'libs/bus']));
});
