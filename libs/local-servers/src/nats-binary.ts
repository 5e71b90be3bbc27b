import { delimiter } from 'node:path';
import { cacheFolder } from './cache-folder';
import { chooseNats, versionOf } from './nats-choice';
import { natsFromDebian } from './nats-from-debian';
import { natsFromRelease } from './nats-from-release';
import { isNatsUsable } from './nats-version.rules';

/** Folders that hold servers, but are missing from the PATH of many users. */
const USUAL_FOLDERS = [
  '/usr/local/bin',
  '/usr/local/sbin',
  '/usr/sbin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
];

/**
 * A nats-server: the one NATS_SERVER_BIN names, an installed one that has the published security fixes, the release
 * that we pin, or else any of at least version 2.9, which `log` is told then. What has to be fetched goes into the
 * user's cache folder once; nothing is installed on the system.
 */
export async function natsBinary(log: (line: string) => void): Promise<string> {
  const named = process.env['NATS_SERVER_BIN'];
  if (!named) {
    const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_FOLDERS];
    const sources = { release: natsFromRelease, system: natsFromDebian };
    return chooseNats({ folders, cacheFolder: cacheFolder(), sources, log });
  }
  const version = await versionOf(named);
  if (version && isNatsUsable(version)) return named;
  throw new Error(
    `NATS_SERVER_BIN names ${named}, which is no nats-server 2.9 or newer. Correct it or unset it.`,
  );
}
