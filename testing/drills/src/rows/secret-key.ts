import { randomBytes } from 'node:crypto';
import { secretKeyOperations, servicesWithSecrets } from '@chat/contracts/secret-keys';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import type { World } from '@chat/faults';
import { restartInTurn, type Drill } from './drill';

/** As in docs/secrets.md. */
export const secretKey: Drill = {
  name: 'secret-key',
  about: 'services change their SECRET_KEY in four steps, without a failed call',
  front: 'ingress',
  isSeamless: true,
  run: async ({ world, isQuick, step }) => {
    const services = isQuick ? ['webhooks'] : servicesWithSecrets;
    const added = randomBytes(32).toString('base64');
    const restart = async (change: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv) => {
      for (const service of services) await restartInTurn(world, service, change);
    };
    step('the replicas are restarted, and accept a new key');
    await restart((env) => ({ ...env, SECRET_KEYS_ACCEPTED: added }));
    step('the replicas are restarted, and use the new key');
    await restart((env) => ({ ...env, SECRET_KEY: added, SECRET_KEYS_ACCEPTED: env.SECRET_KEY }));
    step('the stored values are sealed with the new key');
    for (const service of services) await rotate(world, service);
    for (const service of services) {
      await until(() => needsNoOldKey(world, service), { describe: `${service} to need no old key` });
    }
    step('the replicas are restarted without the old key');
    await restart(({ SECRET_KEYS_ACCEPTED: _, ...env }) => env);
  },
};

async function rotate({ stack: { admin } }: World, service: string): Promise<void> {
  const { rotate: operation } = secretKeyOperations(service);
  let after: string | undefined;
  do {
    const batch = await admin.bus.request(operation, systemContext(0), { body: { after } });
    after = batch.after ?? undefined;
  } while (after !== undefined);
}

async function needsNoOldKey({ stack: { admin } }: World, service: string): Promise<boolean> {
  const { usage: operation } = secretKeyOperations(service);
  const { keys, usage } = await admin.bus.request(operation, systemContext(0), { body: {} });
  const current = keys.find(({ is_current }) => is_current)?.id;
  return usage.every(({ key_id, count }) => count === 0 || key_id === current);
}
