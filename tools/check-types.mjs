/**
 * Checks the types of everything, or of the packages that are named and what they import:
 *
 *   npm run check:types
 *   npm run check:types -- apps/crm libs/bus
 *
 * What is known of unchanged files is kept, so that a second check takes a fraction of the time.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const packages = process.argv.slice(2).map((name) => name.replace(/\/+$/, ''));
/** Inside the checkout, where the packages that its configs import are found. */
const folder = join(
  root,
  'node_modules',
  '.cache',
  'check-types',
  packages.join('+').replaceAll('/', '-') || 'all',
);

/** The config of the named packages, with the declarations of packages that bring none. */
function configOf(names) {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { typeRoots: [join(root, 'node_modules', '@types')] };
  const include = [...names.map((name) => join(root, name, 'src/**/*.ts')), join(root, '*/*/src/**/*.d.ts')];
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include }),
  );
  return config;
}

const unknown = packages.find((name) => !existsSync(join(root, name, 'package.json')));
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not the folder of a package, such as apps/crm.\n`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const project = packages.length > 0 ? configOf(packages) : join(root, 'tsconfig.json');
const kept = ['--incremental', '--tsBuildInfoFile', join(folder, 'known.tsbuildinfo')];
const check = (config, ...more) =>
  spawnSync(process.execPath, [tsc, '-p', config, ...more], { cwd: root, stdio: 'inherit' }).status ?? 1;
/** What runs in browsers has types of its own. */
const PAGES = 'apps/console';
const ofPages = packages.length === 0 || packages.includes(PAGES) ? check(join(root, PAGES)) : 0;
process.exitCode = check(project, ...kept) || ofPages;
