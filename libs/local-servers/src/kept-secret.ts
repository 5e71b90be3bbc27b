import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * The secret that a file keeps for good, readable for its owner only; `make` makes it at the first call. The file
 * appears whole: a crash on the way leaves a draft that nobody reads. Of two calls at once one makes the secret of both.
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
