import { cpuOfTrees, parseBusyMs } from './machine-stat.rules';

it('counts all CPU time that was not idle, including what the host took', () => {
  // user nice system idle iowait irq softirq steal guest guest_nice
  const text = 'cpu  100 1 20 5000 70 3 4 30 0 0\ncpu0 50 0 10 2500 35 0 0 0 0 0\n';
  expect(parseBusyMs(text)).toBe((100 + 1 + 20 + 3 + 4 + 30) * 10);
});

it('counts processes with all their descendants, each once, and no others', () => {
  const stat = (pid: number, parentPid: number, cpuMs: number, endedChildrenCpuMs = 0) => ({
    pid,
    parentPid,
    cpuMs,
    endedChildrenCpuMs,
  });
  // The kernel lists processes by id, and ids are reused: children may come before their parents.
  const all = [stat(9, 12, 7), stat(10, 1, 5, 100), stat(11, 10, 20), stat(12, 11, 30), stat(13, 1, 1000)];
  expect(cpuOfTrees([10, 11], all)).toBe(162);
});
