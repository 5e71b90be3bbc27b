/**
 * Checks the types of everything, or of the packages that are named and what they import:
 *
 *   npm run check:types
 *   npm run check:types -- apps/crm libs/bus
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const packages = process.argv.slice(2);

const check = (project) =>
  spawnSync(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' }).status ?? 1;

/** Its config is inside the checkout, where the packages that it imports are found. */
function checkPackages() {
  const folder = mkdtempSync(join(root, 'node_modules', '.check-types-'));
  try {
    const project = join(folder, 'tsconfig.json');
    const include = packages.map((name) => join(root, name, 'src/**/*.ts'));
    const compilerOptions = { typeRoots: [join(root, 'node_modules', '@types')] };
    writeFileSync(
      project,
      JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include }),
    );
    return check(project);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

process.exitCode = packages.length > 0 ? checkPackages() : check(join(root, 'tsconfig.json'));
