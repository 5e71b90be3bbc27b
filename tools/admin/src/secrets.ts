import type { Command } from 'commander';
import { secretKeyOperations, servicesWithSecrets, type SecretKeyUsage } from '@chat/contracts/secret-keys';
import { jsonOption } from './options';
import { printTable } from './print';
import { adviceOn } from './secret-advice.rules';
import { withStack, type Ask } from './stack-bus';

const columns = ['service', 'values', 'key', 'current', 'count'];

type Usage = SecretKeyUsage & { service: string };

export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('stored values that depend on SECRET_KEY');

  secrets
    .command('status')
    .description('show how many values depend on which key, and which keys are no longer needed')
    .addOption(jsonOption())
    .action(async ({ json }: { json: boolean }) => show(await withStack(usageOfAll), json));

  secrets
    .command('rotate')
    .description('make all values depend on the current SECRET_KEY only; may be interrupted and repeated')
    .addOption(jsonOption())
    .action(async ({ json }: { json: boolean }) => {
      const usages = await withStack(async (ask) => {
        for (const service of servicesWithSecrets) await rotate(ask, service);
        return usageOfAll(ask);
      });
      show(usages, json);
    });
}

/** Rotates batch by batch; finished batches remain valid when it is interrupted. */
async function rotate(ask: Ask, service: string): Promise<void> {
  const total = { examined: 0, rotated: 0, unreadable: 0 };
  let after: string | undefined;
  do {
    const batch = await ask(secretKeyOperations(service).rotate, { body: { after } });
    total.examined += batch.examined;
    total.rotated += batch.rotated;
    total.unreadable += batch.unreadable;
    after = batch.after ?? undefined;
    const { examined, rotated, unreadable } = total;
    process.stderr.write(
      `${service}: ${examined} examined, ${rotated} sealed anew, ${unreadable} unreadable\n`,
    );
  } while (after !== undefined);
  if (total.unreadable > 0) process.exitCode = 1;
}

function usageOfAll(ask: Ask): Promise<Usage[]> {
  return Promise.all(
    servicesWithSecrets.map(async (service) => ({
      service,
      ...(await ask(secretKeyOperations(service).usage, { body: {} })),
    })),
  );
}

function show(usages: readonly Usage[], json: boolean): void {
  const rows = usages.flatMap(({ service, keys, usage }) =>
    usage.map(({ values, key_id, count }) => ({
      service,
      values,
      key: key_id,
      current: keys.some(({ id, is_current }) => is_current && id === key_id),
      count,
    })),
  );
  printTable(rows, columns, json);
  if (!json) usages.flatMap((usage) => adviceOn(usage.service, usage)).forEach((line) => console.log(line));
}
