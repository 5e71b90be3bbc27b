import type { Command } from 'commander';
import { getAccount } from '@chat/contracts/gateway';
import { explainMessage } from '@chat/contracts/message-explanation';
import { inspectMessage, type InspectedMessage } from '@chat/contracts/messaging';
import { lettersOf } from './dead-letters';
import { ofEveryService, orMissing } from './every-service';
import { factsOf, type MessageReport, type ReportedLetter } from './message-report';
import { whyOf } from './message-why.rules';
import { jsonOption, optionalAccountOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { withStack, type Ask } from './stack-bus';

const eventColumns = ['event_id', 'type', 'created_at', 'published_at'];
const deliveryColumns = [
  ...['id', 'webhook_id', 'event', 'status', 'attempts', 'response_status', 'error'],
  ...['duration_ms', 'next_retry_at', 'updated_at'],
];
const letterColumns = ['service', 'id', 'consumer', 'event_type'];

export function addMessageCommands(program: Command): void {
  program
    .command('message')
    .description('messages of any account, without their content')
    .command('show')
    .description('explain what became of a message: its status, its hand-over, its events and its webhooks')
    .argument('<id>', 'the message_id', wholeNumber)
    .addOption(optionalAccountOption())
    .addOption(jsonOption())
    .action(async (id: number, { account, json }: { account?: number; json: boolean }) => {
      const report = await withStack((ask) => reportOn(ask, id, account));
      const why = whyOf(report, new Date());
      if (!json) return print(report, why);
      const { message, deliveries, webhooks, searched_until, dead_letters } = report;
      const lists = { events: message.events, deliveries, webhooks, searched_until, dead_letters };
      printRecord({ ...factsOf(report), ...lists, why }, true);
    });
}

/** Asks every service for its part. A service that does not answer is named on stderr. */
async function reportOn(ask: Ask, messageId: number, accountId?: number): Promise<MessageReport> {
  const { message } = await ask(inspectMessage, { body: { message_id: messageId, account_id: accountId } });
  const { account } = await ask(getAccount, { body: { account_id: message.account_id } });
  const [explanation, dead_letters] = await Promise.all([
    explainMessage(message, (operation, input) => ask(operation, input, account), orMissing),
    deadLettersOf(ask, message),
  ]);
  return { ...explanation, dead_letters };
}

async function deadLettersOf(ask: Ask, { id, account_id }: InspectedMessage): Promise<ReportedLetter[]> {
  const letters = await ofEveryService('dead letters', (service) => lettersOf(ask, service));
  return letters
    .filter((letter) => letter.account_id === account_id && letter.entity === `messages/${id}`)
    .map(({ service, id: letterId, consumer, event_type }) => ({
      ...{ service, id: letterId, consumer, event_type },
    }));
}

function print(report: MessageReport, why: string): void {
  printRecord(factsOf(report), false);
  printSection('events', report.message.events, eventColumns);
  printSection('webhooks', report.deliveries, deliveryColumns);
  if (report.dead_letters.length > 0) printSection('dead letters', report.dead_letters, letterColumns);
  console.log(`\n${why}`);
}

function printSection(title: string, rows: object[], columns: string[]): void {
  console.log(`\n${title}`);
  printTable(rows, columns, false);
}
