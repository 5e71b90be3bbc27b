import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Returns the secret stored in a file that only its owner can read; the first call creates it with `make`. The file
 * appears atomically: a crash midway leaves only an unused draft. Concurrent first calls return the same secret.
 */
export async function keptSecret(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, make(), { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return readFile(file, 'utf8');
}
