import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder';
import { exists } from './file-access';

const run = promisify(execFile);

/**
 * Returns a folder of the user's cache in whose `node_modules` these packages are; they are downloaded once. For programs
 * that only some test runs, so that they are no dependency of the project.
 * @param name of the folder; another list of packages has another name.
 * @param packages with their exact versions, as in `newman@6.2.2`.
 */
export async function npmFolder(name: string, packages: readonly string[]): Promise<string> {
  const kept = join(cacheFolder(), name);
  if (await exists(kept)) return kept;
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), 'npm-'));
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--ignore-scripts',
    '--prefix',
    folder,
  ];
  await run('npm', [...install, ...packages], { env: { ...process.env, npm_config_engine_strict: 'false' } });
  // Of concurrent installations, the first one to finish is kept.
  await rename(folder, kept).catch(() => rm(folder, { recursive: true, force: true }));
  return kept;
}
