import { randomInt } from 'node:crypto';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { groups } from './groups';
import { formatPlanted, tryPlanted, type PlantedResult } from '@chat/planted-bugs';
import { removedGuards } from './planted/removed-guards';
import { Random } from '@chat/test-kit/random';
import { formatReport, lastLine, countsOf, type GroupResult } from './report/report.rules';
import { runGroups, type ChosenGroup } from './runner';
import { turnsOf } from './turns.rules';
import { World } from './world/world';

interface AttackOptions {
  readonly quick: boolean;
  readonly patient: boolean;
  readonly json: boolean;
  readonly seed: number;
  readonly only: readonly string[];
  readonly planted: boolean;
}

/** The time after which a run ends, even with cases left. */
const LIMIT_MS = { quick: 4 * 60_000, full: 30 * 60_000 };
const ALWAYS_LAST = 'aftermath';

/** `npm run test:attacks -- [--quick] [--patient] [--seed n] [--only group,group] [--json] [--planted]` */
async function main(): Promise<void> {
  const names = groups.map(({ name, about }) => `  ${name.padEnd(12)}  ${about}`);
  const program = new Command('test:attacks')
    .description('Attack a whole installation of real processes over HTTP.')
    .option('--quick', 'a sample of the cases, in 4 minutes at most', false)
    .option('--patient', 'allow the time of a full run, for a busy machine', false)
    .option(
      '--seed <number>',
      'repeat the random choices of the run with this seed',
      readSeed,
      randomInt(2 ** 31),
    )
    .option(
      '--only <groups>',
      'only these groups, separated by commas; group:text for the cases with this text',
      readOnly,
      [],
    )
    .option('--json', 'print JSON', false)
    .option(
      '--planted',
      'remove guards from copies of the tree, one at a time, and check that each is detected',
      false,
    )
    .addHelpText('after', `\nGroups:\n${names.join('\n')}`)
    .exitOverride()
    .action((options: AttackOptions) => (options.planted ? runPlanted(options) : run(options)));
  await program.parseAsync();
}

async function run(options: AttackOptions): Promise<void> {
  const limitMs = LIMIT_MS[options.quick && !options.patient ? 'quick' : 'full'];
  const deadline = performance.now() + limitMs;
  say(`Starting the processes; the seed is ${options.seed}`);
  const world = await World.start({ random: new Random(options.seed), quick: options.quick });
  const stop = stopOnce(world);
  const results: GroupResult[] = [];
  try {
    for (const together of turnsOf(choose(options.only), ({ group }) => group.canShare === true)) {
      for (const { group } of together) say(`${group.name}: ${group.about}`);
      for (const result of await runGroups(together, world, deadline)) {
        say(`  ${result.name}: ${result.cases} cases, ${result.findings.length + result.unrun} failed`);
        results.push(result);
      }
    }
  } finally {
    await stop();
  }
  const report = { seed: options.seed, quick: options.quick, groups: results };
  console.log(
    options.json ? JSON.stringify({ ...report, ...countsOf(results) }, null, 2) : formatReport(report),
  );
  if (!options.json) console.log(`\n${lastLine(results)}`);
  process.exitCode = countsOf(results).failed === 0 ? 0 : 1;
}

/** With `--only`, only the guards named. */
async function runPlanted({ only, json }: AttackOptions): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const results: PlantedResult[] = [];
  for (const bug of removedGuards.bugs.filter(({ name }) => only.length === 0 || only.includes(name))) {
    if (ending.signal.aborted) break;
    say(`Planting ${bug.name}`);
    results.push(await tryPlanted(removedGuards, bug, ending.signal));
  }
  console.log(json ? JSON.stringify(results, null, 2) : formatPlanted(results));
  const isShown = results.length > 0 && results.every(({ wasNoticed }) => wasNoticed);
  process.exitCode = isShown && !ending.signal.aborted ? 0 : 1;
}

/** Ends the processes at the end of the run, or when it is interrupted. */
function stopOnce(world: World): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= world.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  return stop;
}

function choose(only: readonly string[]): ChosenGroup[] {
  const wanted = new Map(only.map((text) => [text.split(':', 1)[0]!, text.split(':').slice(1).join(':')]));
  const unknown = [...wanted.keys()].find((name) => !groups.some((group) => group.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `There is no group "${unknown}". The groups are: ${groups.map(({ name }) => name).join(', ')}.`,
    );
  }
  return groups
    .filter(({ name }) => wanted.size === 0 || wanted.has(name) || name === ALWAYS_LAST)
    .map((group) => ({
      group,
      chosen: ({ name }: { name: string }) => name.includes(wanted.get(group.name) ?? ''),
    }));
}

function readOnly(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new InvalidArgumentError('A seed is a whole number of at least 0.');
}

/** Progress goes to stderr; stdout is for the report. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
});
