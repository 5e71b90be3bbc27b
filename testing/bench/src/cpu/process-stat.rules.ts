/** Linux reports CPU time to programs in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

export interface ProcessStat {
  pid: number;
  parentPid: number;
  /** CPU time of all its threads. */
  cpuMs: number;
  /** CPU time of its exited children. */
  endedChildrenCpuMs: number;
}

/** Parses the text of `/proc/<pid>/stat`. The name in brackets may itself contain spaces and brackets. */
export function parseProcessStat(text: string): ProcessStat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // The manual page counts from 1; the first field here, the state, is its third.
  const field = (number: number): number => fields[number - 3] ?? 0;
  return {
    pid: Number.parseInt(text, 10),
    parentPid: field(4),
    cpuMs: (field(14) + field(15)) * TICK_MS,
    endedChildrenCpuMs: (field(16) + field(17)) * TICK_MS,
  };
}

/**
 * The CPU time of a process with its children, including exited ones: a Postgres server has one process per connection.
 */
export function cpuOfFamily(pid: number, all: readonly ProcessStat[]): number {
  return all.reduce((total, stat) => {
    if (stat.pid === pid) return total + stat.cpuMs + stat.endedChildrenCpuMs;
    return stat.parentPid === pid ? total + stat.cpuMs : total;
  }, 0);
}

/** Parses the resident memory from the text of `/proc/<pid>/status`; 0 if a process has none. */
export function parseResidentMiB(text: string): number {
  const [, kiB] = /^VmRSS:\s+(\d+) kB$/m.exec(text) ?? [];
  return Number(kiB ?? 0) / 1_024;
}
