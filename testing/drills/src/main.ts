import { Command, CommanderError } from 'commander';
import { countOf, MessageLedgers, type RoundReport, runFaults, say, type World } from '@chat/faults';
import { drills } from './rows';
import { toRow } from './rows/drill';
import { formatDrills } from './report.rules';
import { tallyOf, type Tally } from './tally.rules';

interface Options {
  quick: boolean;
  only: string[];
  patient: boolean;
  load: number;
  json: boolean;
  list: boolean;
}

/** No drill is left out because the run takes long. */
const NO_LIMIT_MINUTES = 24 * 60;

/** `npm run drills -- [--quick] [--only drill,drill] [--json] [--list]` */
async function main(): Promise<void> {
  await new Command('drills')
    .description(
      'Practise incidents and maintenance on a whole installation under load, and count what customers notice.',
    )
    .option('--quick', 'shorter waits, and maintenance of one service only', false)
    .option('--only <drills>', 'only these drills, separated by commas', (text) => text.split(','), [])
    .option('--patient', 'slowness is not a finding, for a busy machine', false)
    .option('--load <percent>', 'percentage of the usual load, for a slow machine', Number, 100)
    .option('--json', 'print JSON', false)
    .option('--list', 'list the drills', false)
    .exitOverride()
    .action(run)
    .parseAsync();
}

async function run({ quick, only, patient, load, json, list }: Options): Promise<void> {
  if (list) return drills.forEach(({ name, about }) => console.log(`${name.padEnd(20)} ${about}`));
  const abort = new AbortController();
  process.once('SIGINT', () => {
    say('Ending after this drill');
    abort.abort();
  });
  const tallies = new Map<RoundReport, Tally>();
  const report = await runFaults(
    {
      rows: drills.map((drill) => toRow(drill, quick)),
      only,
      quick,
      seed: 1,
      minutes: NO_LIMIT_MINUTES,
      bail: false,
      isPatient: patient,
      loadPercent: load,
      onRound: async (round, world) => void tallies.set(round, await count(world)),
    },
    abort.signal,
  );
  const order = drills.map(({ name }) => name);
  const rounds = [...report.rounds].sort((one, other) => order.indexOf(one.row) - order.indexOf(other.row));
  const { passed, failed } = countOf(report);
  if (json) {
    const counted = rounds.map((round) => ({ ...round, ...tallies.get(round) }));
    console.log(JSON.stringify({ ...report, rounds: counted, passed, failed }, null, 2));
  } else {
    console.log(`${formatDrills({ ...report, rounds }, tallies)}\n${passed} passed, ${failed} failed`);
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

async function count(world: World): Promise<Tally> {
  return tallyOf(world.calls, await new MessageLedgers(world.database).taken());
}

main()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  })
  // A connection that is still open elsewhere must not delay the exit.
  .finally(() => process.exit());
