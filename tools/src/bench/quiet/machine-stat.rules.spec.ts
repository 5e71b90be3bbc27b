import { cpuOfTrees, parseBusyMs } from './machine-stat.rules';

it('counts all CPU time that was not idle, with what the host took', () => {
  // user nice system idle iowait irq softirq steal guest guest_nice
  const text = 'cpu  100 1 20 5000 70 3 4 30 0 0\ncpu0 50 0 10 2500 35 0 0 0 0 0\n';
  expect(parseBusyMs(text)).toBe((100 + 1 + 20 + 3 + 4 + 30) * 10);
});

it('counts processes with all that they started, each once, and nobody else', () => {
  const stat = (pid: number, parentPid: number, cpuMs: number, endedChildrenCpuMs = 0) => ({
    pid,
    parentPid,
    cpuMs,
    endedChildrenCpuMs,
  });
  // The kernel lists them by number, and numbers come round again: children may stand before their parents.
  const all = [stat(9, 12, 7), stat(10, 1, 5, 100), stat(11, 10, 20), stat(12, 11, 30), stat(13, 1, 1000)];
  expect(cpuOfTrees([10, 11], all)).toBe(162);
});
