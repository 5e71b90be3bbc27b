import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Downloads the Debian or Ubuntu package with apt, which checks its signature, and unpacks it. Needs no root. */
export async function natsFromDebian(workFolder: string, log: (line: string) => void): Promise<string> {
  log('Fetching nats-server from the package archive of this system');
  try {
    await run('apt-get', ['download', 'nats-server'], { cwd: workFolder });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('there is no apt-get here', { cause: error });
    await downloadWithPrivateLists(workFolder, log);
  }
  const packageFile = (await readdir(workFolder)).find((name) => name.endsWith('.deb'));
  if (packageFile === undefined) throw new Error('apt-get downloaded nothing');
  await run('dpkg-deb', ['-x', packageFile, 'unpacked'], { cwd: workFolder });
  return join(workFolder, 'unpacked', 'usr', 'sbin', 'nats-server');
}

/** Downloads with fresh package lists in our own folder: the system's are absent (container images) or out of date. */
async function downloadWithPrivateLists(workFolder: string, log: (line: string) => void): Promise<void> {
  log('Fetching the package lists first, this takes a moment');
  await mkdir(join(workFolder, 'lists', 'partial'), { recursive: true });
  await mkdir(join(workFolder, 'cache', 'archives', 'partial'), { recursive: true });
  const options = [
    `Dir::State::lists=${join(workFolder, 'lists')}`,
    `Dir::Cache=${join(workFolder, 'cache')}`,
    'Acquire::Languages=none',
    // Under root, apt switches to a user who may have no access to this folder.
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', [...options, 'update'], { cwd: workFolder });
  await run('apt-get', [...options, 'download', 'nats-server'], { cwd: workFolder });
}
