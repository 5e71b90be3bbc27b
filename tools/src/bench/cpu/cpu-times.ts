import { readdir, readFile } from 'node:fs/promises';
import { cpuOfFamily, parseProcessStat, type ProcessStat } from './process-stat.rules';

/** Milliseconds of CPU by the name of a part. */
export type CpuTimes = Record<string, number>;

/**
 * What each part, given by its process id, has used with its children since it began. Null where the system does not
 * tell (it does on Linux).
 */
export async function readCpuTimes(parts: Readonly<Record<string, number>>): Promise<CpuTimes | null> {
  if (process.platform !== 'linux') return null;
  const all = await readAllStats();
  return Object.fromEntries(Object.entries(parts).map(([name, pid]) => [name, cpuOfFamily(pid, all)]));
}

/** What every process of the machine has used since it began. */
export async function readAllStats(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end while we read.
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)));
  return texts.filter((text) => text !== null).map(parseProcessStat);
}
