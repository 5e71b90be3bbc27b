import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFESTS = join(__dirname, '../../../../k8s/services');
/** How much memory a service may have, in MiB, by its manifest. */
export async function memoryLimitOf(service: string): Promise<number> {
  const manifest = await readFile(join(MANIFESTS, service, `${service}.yaml`), 'utf8');
  const [, amount, unit] = /limits: \{ memory: (\d+)([MG])i \}/.exec(manifest)!;
  return Number(amount) * (unit === 'G' ? 1_024 : 1);
}
