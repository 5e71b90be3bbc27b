import { readdir, readFile } from 'node:fs/promises';
import { cpuOfFamily, parseProcessStat, type ProcessStat } from './process-stat.rules';

/** Milliseconds of CPU by name of a part. */
export type CpuTimes = Record<string, number>;

/**
 * Returns the CPU time that each part, given by its process id, has used so far, including its children. Null if the
 * system does not report it (Linux does).
 */
export async function readCpuTimes(parts: Readonly<Record<string, number>>): Promise<CpuTimes | null> {
  if (process.platform !== 'linux') return null;
  const all = await readAllStats();
  return Object.fromEntries(Object.entries(parts).map(([name, pid]) => [name, cpuOfFamily(pid, all)]));
}

/** The statistics of every process of the machine. */
export async function readAllStats(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may exit while this reads.
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)));
  return texts.filter((text) => text !== null).map(parseProcessStat);
}
