import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
// Jest loads this file with Node's own resolver, which would look for a build of the package.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { isAlive } from '../../../local-servers/src/processes';
// eslint-disable-next-line @nx/enforce-module-boundaries
import { scratchFolder } from '../../../local-servers/src/scratch-folder';

const NAME = /^chat-test-(\d+)-/;

let folder: string | undefined;
let projects = 0;

/**
 * The folder for everything that this run of Jest writes to disk, including temporary files of all specs. What a killed run
 * leaves is therefore in one place, which the next run removes. The projects of a run share the folder.
 */
export async function openRunFolder(): Promise<string> {
  projects += 1;
  if (folder === undefined) {
    const parent = scratchFolder();
    await removeFoldersOfDeadRuns(parent);
    folder = await mkdtemp(join(parent, `chat-test-${process.pid}-`));
    // Postgres may run as another user, who must be able to traverse it.
    await chmod(folder, 0o711);
    // Jest's workers inherit the environment of its main process.
    process.env['TMPDIR'] = folder;
    process.env['TAKEN_PORTS'] = join(folder, 'taken-ports');
    await mkdir(process.env['TAKEN_PORTS']);
  }
  return folder;
}

/** Removes the folder when its last project is done. */
export async function closeRunFolder(): Promise<void> {
  projects -= 1;
  if (projects === 0 && folder !== undefined) await removeFolder(folder);
}

async function removeFoldersOfDeadRuns(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    // A folder that cannot be removed, such as one of another user, must not prevent the tests.
    if (pid > 0 && !isAlive(pid)) await removeFolder(join(parent, name)).catch(() => undefined);
  }
}

function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
