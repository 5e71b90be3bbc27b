import type { Command } from 'commander';
import {
  deadLetterOperations,
  MAX_DEAD_LETTERS,
  type DeadLetter,
  type ReplayOutcome,
} from '@chat/contracts/dead-letters';
import { AppError } from '@chat/errors';
import { inOneLine, ofEveryService, serviceArgument, serviceOption } from './every-service';
import { jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { askStack, withStack, type Ask } from './stack-bus';

const listColumns = [
  'service',
  'id',
  'consumer',
  'event_type',
  'account_id',
  'entity',
  'created_at',
  'reason',
];
const replayColumns = ['id', 'outcome', 'reason'];

/** The result for one dead letter; `refused` means that it was not tried, or that its result is unknown. */
interface Replayed {
  id: number;
  outcome: ReplayOutcome | 'refused';
  reason: string | null;
}

interface ReplayOptions {
  all: boolean;
  json: boolean;
}

export function addDeadLetterCommands(program: Command): void {
  const deadLetters = program
    .command('dead-letters')
    .description('events that a service could not handle for an hour, or could not publish');

  deadLetters
    .command('list')
    .description('list them with their reasons, the oldest of each service first')
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async ({ service, json }: { service?: string; json: boolean }) => {
      const letters = await withStack((ask) =>
        service ? lettersOf(ask, service) : ofEveryService('dead letters', (name) => lettersOf(ask, name)),
      );
      printTable(json ? letters : letters.map(inOneLine), listColumns, json);
    });

  deadLetters
    .command('show')
    .description('show one with its event, which may contain phone numbers and message texts')
    .addArgument(serviceArgument('the service that gave the event up'))
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(jsonOption())
    .action(async (service: string, id: number, { json }: { json: boolean }) => {
      const { dead_letter } = await askStack(deadLetterOperations(service).get, { body: { id } });
      const { document, ...letter } = dead_letter;
      printRecord(json ? { service, ...dead_letter } : { service, ...letter }, json);
      if (!json) console.log(`\n${JSON.stringify(document, null, 2)}`);
    });

  deadLetters
    .command('replay')
    .description(
      'replay them to the consumer that failed, or to NATS; those that fail again are kept, with the new reason',
    )
    .addArgument(serviceArgument('the service that gave the event up'))
    .argument('[id...]', 'as shown by list', (text, ids: number[] = []) => [...ids, wholeNumber(text)])
    .option('--all', 'every dead letter of the service, the oldest first', false)
    .addOption(jsonOption())
    .action(async (service: string, ids: number[] = [], { all, json }: ReplayOptions, command: Command) => {
      if (all === ids.length > 0) command.error('error: say which: one or more ids, or --all');
      const replayed = await withStack((ask) => replay(ask, service, all ? null : ids));
      printTable(json ? replayed : replayed.map(inOneLine), replayColumns, json);
      if (replayed.some(({ outcome }) => !isDone(outcome))) process.exitCode = 1;
    });
}

/** Fetches all of them, page by page. */
export async function lettersOf(ask: Ask, service: string): Promise<(DeadLetter & { service: string })[]> {
  const letters: (DeadLetter & { service: string })[] = [];
  for (;;) {
    const body = { after_id: letters.at(-1)?.id, limit: MAX_DEAD_LETTERS };
    const { dead_letters } = await ask(deadLetterOperations(service).list, { body });
    letters.push(...dead_letters.map((letter) => ({ service, ...letter })));
    if (dead_letters.length < MAX_DEAD_LETTERS) return letters;
  }
}

/**
 * Replays them one after the other, in the order of their events.
 * @param ids null for all of the service.
 */
async function replay(ask: Ask, service: string, ids: number[] | null): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (const id of ids ?? (await lettersOf(ask, service)).map((letter) => letter.id)) {
    try {
      replayed.push({ id, ...(await ask(deadLetterOperations(service).replay, { body: { id } })) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      replayed.push({ id, outcome: 'refused', reason: error.message });
    }
  }
  return replayed;
}

function isDone(outcome: Replayed['outcome']): boolean {
  return outcome !== 'failed' && outcome !== 'refused';
}
