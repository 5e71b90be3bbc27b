import type { ProcessStat } from '../cpu/process-stat.rules';

/** Linux reports CPU time to programs in hundredths of a second. */
const TICK_MS = 10;

/**
 * Milliseconds of CPU that were not idle, from the text of `/proc/stat`: of all processes, and taken by the host for
 * other machines (steal).
 */
export function parseBusyMs(text: string): number {
  const [user, nice, system, , , irq, softIrq, steal] = text
    .slice(0, text.indexOf('\n'))
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (
    [user, nice, system, irq, softIrq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) * TICK_MS
  );
}

/** The CPU time of these processes with all their descendants, each counted once. */
export function cpuOfTrees(roots: readonly number[], all: readonly ProcessStat[]): number {
  const ours = new Set(roots);
  let before: number;
  do {
    before = ours.size;
    for (const { pid, parentPid } of all) if (ours.has(parentPid)) ours.add(pid);
  } while (ours.size > before);
  return all.reduce(
    (total, { pid, cpuMs, endedChildrenCpuMs }) =>
      ours.has(pid) ? total + cpuMs + endedChildrenCpuMs : total,
    0,
  );
}
