import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFESTS = join(__dirname, '../../../../k8s/services');

/** Returns how much memory a service may have by its manifest, in MiB. */
export function memoryLimitOf(service: string): number {
  const manifest = readFileSync(join(MANIFESTS, service, `${service}.yaml`), 'utf8');
  const [, amount, unit] = /limits: \{ memory: (\d+)([MG])i \}/.exec(manifest)!;
  return Number(amount) * (unit === 'G' ? 1_024 : 1);
}

/**
 * Returns options that give Node the heap that it gives itself in the container of a service: half of the memory that the
 * container may have. On a machine with plenty of memory, a heap grows far beyond that before garbage is collected.
 */
export function heapOptionsOf(service: string): string {
  return `--max-old-space-size=${memoryLimitOf(service) / 2}`;
}
