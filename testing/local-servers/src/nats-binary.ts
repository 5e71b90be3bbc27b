import { delimiter } from 'node:path';
import { cacheFolder } from './cache-folder';
import { chooseNats, versionOf } from './nats-choice';
import { natsFromDebian } from './nats-from-debian';
import { natsFromRelease } from './nats-from-release';
import { isNatsUsable } from './nats-version.rules';

/** Folders where servers are often installed, but which many users do not have in their PATH. */
const USUAL_FOLDERS = [
  '/usr/local/bin',
  '/usr/local/sbin',
  '/usr/sbin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
];

/**
 * Returns the path of a nats-server, in this order of preference: the one NATS_SERVER_BIN names, an installed one with
 * the published security fixes, the release that we pin, or any other of at least version 2.9, which is then logged.
 * Downloads go into the user's cache folder, once; nothing is installed on the system.
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
