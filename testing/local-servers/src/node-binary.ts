import { join } from 'node:path';
import { npmFolder } from './npm-folder';

/** The Node releases the product is tested with, by major version; for the oldest, the first release supported. */
export const nodeReleases: Readonly<Record<string, string>> = {
  '20': '20.19.0',
  '22': '22.21.1',
  '24': '24.11.1',
};

/**
 * Returns the executable of a major version of Node: the one that runs this process, or the release that npm has for
 * this platform, which is downloaded once into the user's cache folder.
 * @throws Error for a major version the product is not tested with.
 */
export async function nodeBinary(major: string): Promise<string> {
  const release = nodeReleases[major];
  if (release === undefined)
    throw new Error(`Node ${major} is not among ${Object.keys(nodeReleases).join(', ')}.`);
  if (process.versions.node === release) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = await npmFolder(`node-${release}`, [`${name}@${release}`]);
  return join(folder, 'node_modules', name, 'bin', 'node');
}
