import { readFile } from 'node:fs/promises';

/**
 * Reads a file that `npm start` has written; undefined if there is none.
 * @throws Error that names the file if it cannot be read or is not JSON.
 */
export async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Error(`${file} is damaged. Remove it and run npm start, which makes it anew.`, {
      cause: error,
    });
  }
}
