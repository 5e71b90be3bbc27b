import { cpuOfFamily, parseProcessStat, parseResidentMiB } from './process-stat.rules';

it('reads the stat of a process whose name contains spaces and brackets', () => {
  const text =
    '4711 (postgres: (a) b) S 12 4711 4711 0 -1 4194560 5417 24 0 0 150 25 7 3 20 0 11 0 123 1000 200 18446744073709551615';
  expect(parseProcessStat(text)).toEqual({
    pid: 4711,
    parentPid: 12,
    cpuMs: 1750,
    endedChildrenCpuMs: 100,
  });
});

it('counts a process with its running and exited children only', () => {
  const stat = (pid: number, parentPid: number, cpuMs: number, endedChildrenCpuMs = 0) => ({
    pid,
    parentPid,
    cpuMs,
    endedChildrenCpuMs,
  });
  const all = [stat(10, 1, 5, 100), stat(11, 10, 20), stat(12, 10, 30), stat(13, 1, 1000)];
  expect(cpuOfFamily(10, all)).toBe(155);
});

it.each([
  ['a program', 'Name:\tnode\nVmHWM:\t  409600 kB\nVmRSS:\t  204800 kB\nRssAnon:\t 1 kB\n', 200],
  ['a kernel thread', 'Name:\tkworker\nThreads:\t1\n', 0],
])('reads the resident memory of %s', (_case, text, expected) => {
  expect(parseResidentMiB(text)).toBe(expected);
});
