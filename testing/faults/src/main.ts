import { inspect } from 'node:util';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { nameOf } from './failpoints/failpoint';
import { operations } from './operations';
import { runPlanted } from './planted/run-planted';
import { allRows } from './rows';
import { countOf, formatReport } from './run/report.rules';
import { runFaults, type RunOptions } from './run/run';
import { say } from './rounds/progress';

interface Options extends Pick<RunOptions, 'quick' | 'only' | 'rounds' | 'bail'> {
  seed?: number;
  minutes?: number;
  json: boolean;
  list: boolean;
  planted: boolean;
  patient: boolean;
  load: number;
}

const QUICK_MINUTES = 3.2;
const FULL_MINUTES = 90;

/** `npm run test:faults -- [--quick] [--seed n] [--only row,row] [--rounds n] [--json] [--planted] [--list]` */
async function main(): Promise<void> {
  const program = new Command('test:faults')
    .description('Inject faults into a whole installation under load, and compare all ledgers afterwards.')
    .option('--quick', 'fewer rounds of each row, within four minutes', false)
    .option('--seed <number>', 'repeat the faults of the run with this seed', readWhole)
    .option('--only <rows>', 'only these rows, separated by commas', (text) => text.split(','), [])
    .option('--rounds <number>', 'number of rounds of each row', readWhole)
    .option('--minutes <number>', 'start no round after this many minutes', readWhole)
    .option('--bail', 'end after the first round with a finding', false)
    .option('--json', 'print JSON', false)
    .option('--list', 'list the rows and the failpoints', false)
    .option('--patient', 'slowness is not a finding and does not end a run early, for a busy machine', false)
    .option('--load <percent>', 'percentage of the usual load, for a slow machine', readPercent, 100)
    .option(
      '--planted',
      'plant bugs in copies of the tree, one at a time, and check that each is detected',
      false,
    )
    .exitOverride()
    .action(run);
  await program.parseAsync();
}

async function run(options: Options): Promise<void> {
  if (options.list) return list();
  const { signal } = abortOnSignals();
  if (options.planted) {
    const { report, isGood } = await runPlanted(signal);
    console.log(report);
    process.exitCode = isGood ? 0 : 1;
    return;
  }
  const report = await runFaults(
    {
      ...options,
      isPatient: options.patient,
      loadPercent: options.load,
      seed: options.seed ?? Math.floor(Math.random() * 1_000_000),
      minutes: options.minutes ?? (options.quick && !options.patient ? QUICK_MINUTES : FULL_MINUTES),
    },
    signal,
  );
  const count = countOf(report);
  if (options.json) console.log(JSON.stringify({ ...report, ...count }, null, 2));
  else console.log(`${formatReport(report)}\n${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed === 0 ? 0 : 1;
}

function list(): void {
  for (const { name, about, rounds } of allRows) {
    console.log(
      `${name.padEnd(22)} ${String(rounds.quick).padStart(3)} ${String(rounds.full).padStart(4)}  ${about}`,
    );
  }
  for (const { name, failpoints } of operations) {
    console.log(`\nFailpoints of ${name}:`);
    for (const point of failpoints) console.log(`  ${nameOf(point)}`);
  }
}

/** The first Ctrl-C ends the run after its round and cleans up; the second exits immediately. */
function abortOnSignals(): AbortController {
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    say('Ending after this round');
    abort.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return abort;
}

function readWhole(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new InvalidArgumentError('It must be a whole number.');
}

function readPercent(text: string): number {
  const number = readWhole(text);
  if (number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError('From 1 to 100.');
}

main()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      // With its cause: the message of a failed fetch does not say what failed.
      process.stderr.write(`${inspect(error)}\n`);
      process.exitCode = 1;
    }
  })
  // A connection that is still open elsewhere must not delay the exit.
  .finally(() => process.exit());
