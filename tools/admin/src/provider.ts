import type { Command } from 'commander';
import {
  checkNumbers,
  checkProvider,
  MAX_CHECKED_NUMBERS,
  type CheckedNumber,
  type NumberPlace,
  type ProviderFinding,
} from '@chat/contracts/cloud-connector';
import { jsonOption, optionalAccountOption } from './options';
import { printTable } from './print';
import { withAccount, type Ask } from './stack-bus';

const columns = ['result', 'check', 'account_id', 'channel_id', 'message', 'advice'];

/** A finding with the channel that it is about; nulls for one about the installation. */
type Row = ProviderFinding & { account_id: number | null; channel_id: number | null };

interface CheckOptions {
  account?: number;
  resubscribe: boolean;
  json: boolean;
}

export function addProviderCommands(program: Command): void {
  program
    .command('provider')
    .description("the provider's cloud")
    .command('check')
    .description(
      'check the app at the provider, its callbacks and the tokens of Cloud channels, and say what to do; exits with 1 ' +
        'if there is a problem',
    )
    .addOption(optionalAccountOption())
    .option(
      '--resubscribe',
      'subscribe again to accounts whose callbacks do not arrive as the settings say',
      false,
    )
    .addOption(jsonOption())
    .action(async (options: CheckOptions) => {
      const rows = await withAccount(options.account, (ask) => check(ask, options));
      printTable(rows, columns, options.json);
      if (rows.some(({ result }) => result === 'problem')) process.exitCode = 1;
    });
}

/** Without the app, nothing can be said of the channels. */
async function check(ask: Ask, { account, resubscribe }: CheckOptions): Promise<Row[]> {
  const { findings } = await ask(checkProvider, { body: {} });
  const rows = findings.map((finding) => ({ ...finding, account_id: null, channel_id: null }));
  const hasApp = findings.some(({ check: name, result }) => name === 'app' && result === 'ok');
  if (!hasApp) return rows;
  const numbers = await numbersOf(ask, { account_id: account, resubscribe });
  return [
    ...rows,
    ...numbers.flatMap(({ account_id, channel_id, findings: found }) =>
      found.map((finding) => ({ ...finding, account_id, channel_id })),
    ),
  ];
}

async function numbersOf(
  ask: Ask,
  asked: { account_id: number | undefined; resubscribe: boolean },
): Promise<CheckedNumber[]> {
  const checked: CheckedNumber[] = [];
  for (;;) {
    const last: NumberPlace | undefined = checked.at(-1);
    const after = last && { account_id: last.account_id, channel_id: last.channel_id };
    const { numbers } = await ask(checkNumbers, { body: { ...asked, after } });
    checked.push(...numbers);
    if (numbers.length < MAX_CHECKED_NUMBERS) return checked;
  }
}
