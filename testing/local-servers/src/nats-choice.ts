import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  formatNatsVersion,
  hasPublishedFixes,
  isNatsUsable,
  parseNatsVersion,
  type NatsVersion,
} from './nats-version.rules';
import { RELEASE } from './nats-release';

const run = promisify(execFile);

/** How long a failed download of the release is not retried; a failure can take long. */
const RETRY_AFTER_MS = 60 * 60 * 1000;

/** Fetches a nats-server into a folder and returns its file. */
type Source = (workFolder: string, log: (line: string) => void) => Promise<string>;

export interface NatsChoice {
  /** Folders in which a server may be installed. */
  readonly folders: readonly string[];
  /** The folder for downloaded servers. */
  readonly cacheFolder: string;
  /** Fetch the pinned release, and the system's package. */
  readonly sources: { readonly release: Source; readonly system: Source };
  readonly log: (line: string) => void;
}

/**
 * Returns the best available nats-server, in the order that `natsBinary` documents.
 * @throws Error that explains how to provide one.
 */
export async function chooseNats({ folders, cacheFolder, sources, log }: NatsChoice): Promise<string> {
  const pinned = join(cacheFolder, `nats-server-${RELEASE.version}`);
  const fromSystem = join(cacheFolder, 'nats-server');
  const installed = await usable(folders.map((folder) => join(folder, 'nats-server')));
  const best = [...installed, ...(await usable([pinned]))].find(({ version }) => hasPublishedFixes(version));
  if (best) return best.file;

  const failures: string[] = [];
  const fetched = await fetchPinned(pinned, cacheFolder, sources.release, log).catch(noting(failures));
  if (fetched) return fetched;
  const [fallback] = [...installed, ...(await usable([fromSystem]))];
  const file =
    fallback?.file ?? (await fetchTo(fromSystem, cacheFolder, sources.system, log).catch(noting(failures)));
  if (!file) throw new Error(`${NONE}\n${failures.join('\n')}`);
  const version = await versionOf(file);
  log(
    `Using nats-server ${version && formatNatsVersion(version)}, which lacks published security fixes: ` +
      `${RELEASE.version}, which has them, could not be fetched (${failures[0]})`,
  );
  return file;
}

const NONE =
  'No nats-server was found, and none could be fetched. Install it (Debian and Ubuntu: apt-get install nats-server; ' +
  'macOS: brew install nats-server), or set NATS_SERVER_BIN to its file, or NATS_URL to a running server.';

/** Returns the version that the file prints, or null when it is not a nats-server that runs here. */
export async function versionOf(file: string): Promise<NatsVersion | null> {
  const printed = await run(file, ['--version']).catch(() => undefined);
  return printed ? parseNatsVersion(printed.stdout) : null;
}

async function usable(files: string[]): Promise<{ file: string; version: NatsVersion }[]> {
  const found = await Promise.all(files.map(async (file) => ({ file, version: await versionOf(file) })));
  return found.flatMap(({ file, version }) => (version && isNatsUsable(version) ? [{ file, version }] : []));
}

/** @throws Error with the reason when the download fails now or failed within the last hour. */
async function fetchPinned(
  target: string,
  cacheFolder: string,
  source: Source,
  log: (line: string) => void,
): Promise<string> {
  const note = `${target}.failed`;
  const { mtimeMs = 0 } = (await stat(note).catch(() => undefined)) ?? {};
  if (Date.now() - mtimeMs < RETRY_AFTER_MS) throw new Error(await readFile(note, 'utf8'));
  try {
    return await fetchTo(target, cacheFolder, source, log);
  } catch (error) {
    await writeFile(note, messageOf(error));
    throw error;
  }
}

/** Runs the source in a temporary folder, and moves the fetched file into place once it is known to work. */
async function fetchTo(
  target: string,
  cacheFolder: string,
  source: Source,
  log: (line: string) => void,
): Promise<string> {
  await mkdir(cacheFolder, { recursive: true });
  const workFolder = await mkdtemp(join(cacheFolder, 'fetch-'));
  try {
    const file = await source(workFolder, log);
    if ((await usable([file])).length === 0) throw new Error('it is older than 2.9 or does not run here');
    await rename(file, target);
    return target;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

function noting(failures: string[]): (error: unknown) => undefined {
  return (error) => void failures.push(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error);
}
