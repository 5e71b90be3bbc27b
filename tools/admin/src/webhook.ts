import type { Command } from 'commander';
import {
  inspectWebhook,
  MAX_INSPECTED,
  surveyWebhooks,
  type SurveyedWebhook,
} from '@chat/contracts/webhooks';
import { jsonOption, optionalAccountOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { askStack, withAccount, type Ask } from './stack-bus';
import { whyOf } from './webhook-why.rules';

const listColumns = [
  ...['account_id', 'id', 'host', 'status', 'failing_since', 'failures', 'disabled_reason', 'disabled_at'],
];
const attemptColumns = ['number', 'at', 'response_status', 'error', 'duration_ms'];
const deliveryColumns = [
  ...['id', 'event', 'status', 'attempts', 'response_status', 'error', 'next_retry_at', 'updated_at'],
];

interface ListOptions {
  account?: number;
  failing: boolean;
  json: boolean;
}

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhook endpoints of any account');

  webhook
    .command('list')
    .description('list endpoints, by account')
    .option('--failing', 'only those that fail or are disabled', false)
    .addOption(optionalAccountOption())
    .addOption(jsonOption())
    .action(async ({ account, failing, json }: ListOptions) => {
      const webhooks = await withAccount(account, (ask) => webhooksOf(ask, account, failing));
      printTable(webhooks, listColumns, json);
    });

  webhook
    .command('show')
    .description('explain the state of an endpoint: its health, its backlog and its latest attempts')
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(jsonOption())
    .action(async (id: number, { json }: { json: boolean }) => {
      const { webhook } = await askStack(inspectWebhook, { body: { webhook_id: id } });
      const why = whyOf(webhook);
      if (json) return printRecord({ ...webhook, why }, true);
      const { last_attempts, troubled, ...record } = webhook;
      printRecord(record, false);
      console.log('\nlatest attempts');
      printTable(last_attempts, attemptColumns, false);
      console.log('\ndeliveries without success');
      printTable(troubled, deliveryColumns, false);
      console.log(`\n${why}`);
    });
}

/** Fetches all of them, page by page. */
async function webhooksOf(
  ask: Ask,
  account: number | undefined,
  isFailing: boolean,
): Promise<SurveyedWebhook[]> {
  const found: SurveyedWebhook[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last && { after_account_id: last.account_id, after_id: last.id };
    const body = { account_id: account, is_failing: isFailing, ...after };
    const { webhooks } = await ask(surveyWebhooks, { body });
    found.push(...webhooks);
    if (webhooks.length < MAX_INSPECTED) return found;
  }
}
