import { readFile } from 'node:fs/promises';
import { parseResidentMiB } from './process-stat.rules';

/** Resident memory of each part in MiB; null if the system does not report it. */
export async function readMemory(
  parts: Readonly<Record<string, number>>,
): Promise<Record<string, number> | null> {
  if (process.platform !== 'linux') return null;
  const read = async ([name, pid]: [string, number]) =>
    [name, parseResidentMiB(await readFile(`/proc/${pid}/status`, 'utf8'))] as const;
  return Object.fromEntries(await Promise.all(Object.entries(parts).map(read)));
}
