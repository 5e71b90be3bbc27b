import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Count, RunReport } from '../run/report.rules';
import { say } from '../run/progress';
import { plantedBugs, type PlantedBug } from './bugs';
import { TreeCopy } from './tree-copy';

/** Enough for each of them to be hurt in the one moment that matters. */
const ROUNDS = 6;
/** Beside the start of the installation a round or two. */
const MINUTES = 1;
const SEED = 1;

/** What was measured of one bug. */
interface Trial {
  name: string;
  isGood: boolean;
  seconds: number;
  what: string;
}

/**
 * Plants each bug in a copy of the tree and runs its row there, which must turn red; without any bug all of these rows
 * must be green. @param name one bug; all if null.
 */
export async function runPlanted(name: string | null, signal: AbortSignal): Promise<Count> {
  const bugs = plantedBugs.filter((bug) => name === null || bug.name === name);
  if (bugs.length === 0) {
    throw new Error(`There is no bug ${name}. There are ${plantedBugs.map((bug) => bug.name).join(', ')}.`);
  }
  say('Copying the tree');
  const copy = await TreeCopy.make();
  const trials: Trial[] = [];
  try {
    for (const trial of [() => withoutBugs(copy, bugs), ...bugs.map((bug) => () => withBug(copy, bug))]) {
      if (signal.aborted) break;
      const tried = await trial();
      say(`${tried.name}: ${tried.what} (${Math.round(tried.seconds)} s)`);
      trials.push(tried);
    }
  } finally {
    await copy.remove();
  }
  for (const { name: tried, isGood, seconds, what } of trials) {
    console.log(`${isGood ? 'good' : 'BAD '}  ${tried.padEnd(20)} ${what}, ${Math.round(seconds)} s`);
  }
  const passed = trials.filter(({ isGood }) => isGood).length;
  return { passed, failed: bugs.length + 1 - passed };
}

async function withoutBugs(copy: TreeCopy, bugs: readonly PlantedBug[]): Promise<Trial> {
  const rows = bugs.map(({ row }) => row).join(',');
  const { report, seconds } = await runIn(copy, ['--only', rows, '--rounds', '1']);
  const finding = report && firstFinding(report);
  const isGood = report !== null && finding === undefined && report.rounds.length === bugs.length;
  return { name: 'no bug', isGood, seconds, what: isGood ? 'green' : (finding ?? 'the run failed') };
}

async function withBug(copy: TreeCopy, bug: PlantedBug): Promise<Trial> {
  const { name } = bug;
  try {
    await copy.plant(bug);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { name, isGood: false, seconds: 0, what: `its patch has rotted: ${why}` };
  }
  const args = ['--only', bug.row, '--rounds', String(ROUNDS), '--minutes', String(MINUTES), '--bail'];
  const { report, seconds } = await runIn(copy, args);
  await copy.pullOut(bug);
  const finding = report && firstFinding(report);
  if (!finding) return { name, isGood: false, seconds, what: `${bug.row} stayed green` };
  return { name, isGood: true, seconds, what: `found by ${bug.row}: ${finding}` };
}

/** What a bug does to data; that something is slow may have other reasons. */
function firstFinding({ rounds }: RunReport): string | undefined {
  const found = rounds.flatMap(({ findings }) => findings).find(({ kind }) => kind !== 'late');
  return found && `${found.kind}: ${found.what}`;
}

async function runIn(
  { folder }: TreeCopy,
  args: readonly string[],
): Promise<{ report: RunReport | null; seconds: number }> {
  const startedAt = performance.now();
  const main = join(folder, 'tools/dist/faults/main.js');
  const child = spawn(process.execPath, [main, '--json', '--seed', String(SEED), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(child.stdout);
  const seconds = (performance.now() - startedAt) / 1_000;
  try {
    return { report: JSON.parse(printed) as RunReport, seconds };
  } catch {
    return { report: null, seconds };
  }
}
