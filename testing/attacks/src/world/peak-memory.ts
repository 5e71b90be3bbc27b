import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFESTS = join(__dirname, '../../../../k8s/services');
/** What the kernel forgets the peak of a process for. */
const FORGET_PEAK = '5';

/** How much memory a service may have, in MiB, by its manifest. */
export async function memoryLimitOf(service: string): Promise<number> {
  const manifest = await readFile(join(MANIFESTS, service, `${service}.yaml`), 'utf8');
  const [, amount, unit] = /limits: \{ memory: (\d+)([MG])i \}/.exec(manifest)!;
  return Number(amount) * (unit === 'G' ? 1_024 : 1);
}

export function forgetPeakMemory(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, FORGET_PEAK);
}

/** The most resident memory that a process has had, in MiB. */
export async function readPeakMemory(pid: number): Promise<number> {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kib) / 1_024);
}
