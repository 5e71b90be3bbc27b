import { Argument, InvalidArgumentError, type Command } from 'commander';
import {
  limitNames,
  limitOf,
  servicesWithLimits,
  usageOperations,
  type LimitName,
  type Usage,
} from '@chat/contracts/limits';
import { orMissing } from './every-service';
import { jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { withAccount, type Ask } from './stack-bus';

const columns = ['limit', 'used', 'max', 'percent', 'is_own'];

/** What stands for the limit that every account has. */
const DEFAULT = 'default';

export function addAccountUsage(account: Command): void {
  account
    .command('usage')
    .description('show what an account keeps, and how much of each it may keep')
    .argument('<id>', 'as shown by list', wholeNumber)
    .option('--recount', 'count everything anew first, which may take seconds', false)
    .addOption(jsonOption())
    .action(async (id: number, { recount, json }: { recount: boolean; json: boolean }) => {
      const rows = await withAccount(id, async (ask) => {
        if (recount) await recountAll(ask, id);
        return usageOf(ask, id);
      });
      printTable(rows, columns, json);
    });

  account
    .command('limit')
    .description('set how much an account may keep; takes effect within seconds')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addArgument(new Argument('<limit>', 'what is limited').choices(limitNames))
    .argument('<max>', `records or bytes, or "${DEFAULT}"`, maxOf)
    .addOption(jsonOption())
    .action(async (id: number, limit: LimitName, max: number | null, { json }: { json: boolean }) => {
      const { setLimit } = usageOperations(limitOf(limit).service);
      const body = { account_id: id, limit, max };
      const { usage } = await withAccount(id, (ask) => ask(setLimit, { body }));
      printRecord(withPercent(usage), json);
    });
}

async function usageOf(ask: Ask, account_id: number): Promise<(Usage & { percent: number })[]> {
  const answers = await Promise.all(
    servicesWithLimits.map((service) =>
      orMissing(service, 'what the account keeps there', () =>
        ask(usageOperations(service).read, { body: { account_id } }),
      ),
    ),
  );
  const usage = answers.flatMap((answer) => answer?.usage ?? []);
  return usage.map(withPercent).sort((one, other) => one.limit.localeCompare(other.limit));
}

async function recountAll(ask: Ask, account_id: number): Promise<void> {
  for (const limit of limitNames) {
    await ask(usageOperations(limitOf(limit).service).recount, { body: { account_id, limit } });
  }
}

function withPercent(usage: Usage) {
  return { ...usage, percent: usage.max === 0 ? 100 : Math.floor((100 * usage.used) / usage.max) };
}

function maxOf(text: string): number | null {
  if (text === DEFAULT) return null;
  const max = wholeNumber(text);
  if (max < 0) throw new InvalidArgumentError('It must not be negative.');
  return max;
}
