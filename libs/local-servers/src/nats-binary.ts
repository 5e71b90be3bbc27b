import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { natsFromDebian } from './nats-from-debian';
import { natsFromRelease } from './nats-from-release';

const run = promisify(execFile);

/** Folders that hold servers, but are missing from the PATH of many users. */
const USUAL_FOLDERS = [
  '/usr/local/bin',
  '/usr/local/sbin',
  '/usr/sbin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
];

const OLDEST = { major: 2, minor: 9 };

/**
 * A nats-server of at least version 2.9: the one NATS_SERVER_BIN names, an installed one, or one that is fetched once
 * into the user's cache folder. Nothing is installed on the system.
 */
export async function natsBinary(log: (line: string) => void): Promise<string> {
  const named = process.env['NATS_SERVER_BIN'];
  if (named) {
    if (await isUsable(named)) return named;
    throw new Error(
      `NATS_SERVER_BIN names ${named}, which is no nats-server 2.9 or newer. Correct it or unset it.`,
    );
  }
  const cached = join(cacheFolder(), 'nats-server');
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_FOLDERS];
  for (const file of [...folders.map((folder) => join(folder, 'nats-server')), cached]) {
    if (await isUsable(file)) return file;
  }
  await fetchTo(cached, log);
  return cached;
}

/** Runs each source in a folder of its own, and moves what it found into place once it has proved to work. */
async function fetchTo(target: string, log: (line: string) => void): Promise<void> {
  const failures: string[] = [];
  for (const source of [natsFromDebian, natsFromRelease]) {
    await mkdir(cacheFolder(), { recursive: true });
    const workFolder = await mkdtemp(join(cacheFolder(), 'fetch-'));
    try {
      const file = await source(workFolder, log);
      if (!(await isUsable(file))) throw new Error('it is older than 2.9 or does not run here');
      await rename(file, target);
      return;
    } catch (error) {
      failures.push(`${source.name}: ${error instanceof Error ? error.message.trim() : String(error)}`);
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
  throw new Error(
    'No nats-server was found, and none could be fetched. Install it (Debian and Ubuntu: apt-get install nats-server; ' +
      'macOS: brew install nats-server), or set NATS_SERVER_BIN to its file, or NATS_URL to a running server.\n' +
      failures.join('\n'),
  );
}

async function isUsable(file: string): Promise<boolean> {
  const printed = await run(file, ['--version']).catch(() => undefined);
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(printed?.stdout ?? '') ?? [];
  return Number(major) > OLDEST.major || (Number(major) === OLDEST.major && Number(minor) >= OLDEST.minor);
}

function cacheFolder(): string {
  const base =
    process.env['XDG_CACHE_HOME'] ??
    (process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache'));
  return join(base, 'chat-api');
}
