import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Checks that the folder, or the one in which it would be created, is writable, without creating any.
 * @throws Error that names the setting to change.
 */
export async function requireWritable(folder: string): Promise<void> {
  // With the trailing slash, a file is refused.
  for (let place = resolve(folder); ; place = dirname(place)) {
    try {
      return await access(`${place}/`, constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && dirname(place) !== place) continue;
      throw new Error(
        `Media cannot be kept in ${folder} (${code}). Check BLOB_FOLDER, and that this process may write there.`,
        { cause: error },
      );
    }
  }
}
