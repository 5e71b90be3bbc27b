import { findNginx } from '@chat/local-servers';
import { TreeCopy } from '@chat/planted-bugs';
import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { Random } from '@chat/test-kit/random';
import { rows, allRows } from '../rows';
import type { FaultRow } from '../rounds/row';
import { EventBooks } from '../world/event-books';
import { lastRelease } from '../world/last-release';
import { WorkWatch } from '../world/work-left';
import { World, type Front } from '../world/world';
import { LoadDriver } from '../rounds/load-driver';
import { planRounds, seedOf, type PlannedRound } from './plan.rules';
import { say } from '../rounds/progress';
import type { RoundReport, RunReport } from './report.rules';
import { audit, runRound, type Arena } from '../rounds/round';

export interface RunOptions {
  quick: boolean;
  seed: number;
  /** Rows to run; those of a regular run if empty. */
  only: readonly string[];
  /** Number of rounds of each row, overriding its own. */
  rounds?: number;
  /** After this time, no more rounds are started. */
  minutes: number;
  /** Whether it ends after the first round with a finding. */
  bail: boolean;
  /** Whether slowness is not a finding, for a busy machine. */
  isPatient: boolean;
  /** The percentage of the usual load; 100 if absent. */
  loadPercent?: number;
  /** The rows to choose from; those of the faults if absent. */
  rows?: readonly FaultRow[];
  /** Called after each round. */
  onRound?: (report: RoundReport, world: World) => Promise<void>;
}

/** After this many failed rounds in a row, the installation will not recover. */
const MOST_FAILURES_IN_A_ROW = 4;

const fronts: readonly Front[] = ['gateways', 'ingress'];

type Part = Omit<RunReport, 'seed' | 'seconds'>;

/** Runs the plan of a seed. @param signal ends the run before its next round. */
export async function runFaults(options: RunOptions, signal: AbortSignal): Promise<RunReport> {
  const startedAt = performance.now();
  const chosen = chooseRows(options);
  const parts: Part[] = [];
  for (const { front, rows: here } of installationsOf(chosen, options)) {
    if (parts.some(({ endedEarly }) => endedEarly !== null)) break;
    parts.push(await runBehind(front, here, options, startedAt, signal));
  }
  return {
    seed: options.seed,
    seconds: (performance.now() - startedAt) / 1_000,
    rounds: parts.flatMap(({ rounds }) => rounds),
    obstacles: Object.assign({}, ...parts.map(({ obstacles }) => obstacles)) as Part['obstacles'],
    endedEarly: parts.find(({ endedEarly }) => endedEarly !== null)?.endedEarly ?? null,
  };
}

interface Installation {
  front: Front;
  rows: FaultRow[];
}

/** The installations: one of each kind for all rows that leave it intact, and one for each round that does not. */
function installationsOf(chosen: readonly FaultRow[], options: RunOptions): Installation[] {
  const frontOf = (row: FaultRow) => row.front ?? 'gateways';
  const needsOwn = (row: FaultRow) => row.last !== undefined || row.fromLastRelease === true;
  const lasting = chosen.filter((row) => !needsOwn(row) && countOf(row, options) > 0);
  const shared = fronts.map((front) => ({ front, rows: lasting.filter((row) => frontOf(row) === front) }));
  const own = chosen
    .filter(needsOwn)
    .flatMap((row) =>
      Array.from({ length: countOf(row, options) }, () => ({ front: frontOf(row), rows: [row] })),
    );
  return [...shared.filter(({ rows: here }) => here.length > 0), ...own];
}

/** Runs the rows that need an installation of this kind, which they share. */
async function runBehind(
  front: Front,
  chosen: readonly FaultRow[],
  options: RunOptions,
  startedAt: number,
  signal: AbortSignal,
): Promise<Part> {
  if (front === 'ingress' && !findNginx()) {
    const why = 'nginx is not installed (apt-get install nginx-light)';
    const obstacles = Object.fromEntries(chosen.map(({ name }) => [name, why]));
    return { rounds: [], obstacles, endedEarly: null };
  }
  const release = chosen.some(({ fromLastRelease }) => fromLastRelease) ? await buildLastRelease() : null;
  say('Starting the installation');
  const world = await World.start(front, release);
  try {
    const endsWithLastRelease = chosen.some((row) => row.endsWithLastRelease);
    const performed = operations.filter(({ isNew, isOfUpgrades }) => {
      if (!release) return !isOfUpgrades;
      return isNew === undefined || (isNew === 'refused' && !endsWithLastRelease);
    });
    const arena = await openArena(world, performed, options, endsWithLastRelease);
    try {
      const obstacles = Object.fromEntries(
        chosen.flatMap((row) => {
          const obstacle = row.obstacle?.(world) ?? null;
          return obstacle === null ? [] : [[row.name, obstacle]];
        }),
      );
      const possible = chosen.filter(({ name }) => !(name in obstacles));
      const shares = possible.map((row) => ({
        name: row.name,
        count: row.last || row.fromLastRelease ? 1 : countOf(row, options),
      }));
      const run = new Run(arena, possible, options, startedAt, signal);
      const endedEarly = await run.follow(planRounds(shares, options.seed));
      return { rounds: run.reports, obstacles, endedEarly };
    } finally {
      await arena.work.close();
    }
  } finally {
    say('Stopping the installation');
    await world.stop();
    await release?.remove();
  }
}

async function buildLastRelease(): Promise<TreeCopy> {
  const { name, commit } = await lastRelease();
  say(`Building ${name}, the last release (${commit})`);
  return TreeCopy.ofCommit(commit);
}

function countOf({ rounds }: FaultRow, { rounds: wanted, quick }: RunOptions): number {
  return wanted ?? (quick ? rounds.quick : rounds.full);
}

function chooseRows({ only, rows: given }: RunOptions): FaultRow[] {
  if (only.length === 0) return [...(given ?? rows)];
  return only.map((name) => {
    const row = (given ?? allRows).find((one) => one.name === name);
    if (!row) throw new Error(`There is no row ${name}; see --list.`);
    return row;
  });
}

async function openArena(
  world: World,
  performed: readonly Operation[],
  { seed, loadPercent = 100 }: RunOptions,
  endsWithLastRelease: boolean,
): Promise<Arena> {
  const driver = new LoadDriver(performed, world, new Random(seed), loadPercent);
  const [work, events] = await Promise.all([
    WorkWatch.open(world, { endsWithLastRelease }),
    EventBooks.open(world),
  ]);
  return { world, driver, work, events };
}

/** A run in progress. */
class Run {
  readonly reports: RoundReport[] = [];
  private readonly randoms: ReadonlyMap<string, Random>;

  constructor(
    private readonly arena: Arena,
    private readonly chosen: readonly FaultRow[],
    private readonly options: RunOptions,
    private readonly startedAt: number,
    private readonly signal: AbortSignal,
  ) {
    this.randoms = new Map(chosen.map(({ name }) => [name, new Random(seedOf(name, options.seed))]));
  }

  /** @returns why it ended before the plan did; null when it did not. */
  async follow(plan: readonly PlannedRound[]): Promise<string | null> {
    let failuresInARow = 0;
    for (const [index, round] of plan.entries()) {
      const minutes = (performance.now() - this.startedAt) / 60_000;
      if (this.signal.aborted) return 'it was interrupted';
      if (minutes > this.options.minutes)
        return `${plan.length - index} rounds were left after ${minutes.toFixed(1)} minutes`;
      const report = await this.round(round);
      this.reports.push(report);
      await this.options.onRound?.(report, this.arena.world);
      say(`${String(index + 1).padStart(String(plan.length).length)}/${plan.length}  ${describe(report)}`);
      failuresInARow = report.findings.length > 0 ? failuresInARow + 1 : 0;
      if (failuresInARow === (this.options.bail ? 1 : MOST_FAILURES_IN_A_ROW))
        return `${failuresInARow} rounds in a row failed`;
    }
    // After a round that destroyed the installation, the ledgers contain more than what is left.
    return this.chosen.some(({ last }) => last) ? null : this.lastAudit();
  }

  private async round({ row: name, turn }: PlannedRound): Promise<RoundReport> {
    const row = this.chosen.find((one) => one.name === name)!;
    const injury = row.choose(turn, this.randoms.get(name)!, this.arena.world);
    const { isPatient, seed } = this.options;
    const {
      recovery,
      findings: all,
      notes,
    } = row.last
      ? await row.last(this.arena, seed)
      : await runRound(this.arena, injury, { isPatient, isSeamless: row.isSeamless ?? false });
    const findings = isPatient ? all.filter(({ kind }) => kind !== 'late') : all;
    return { row: name, isKill: row.isKill ?? false, injury: injury.name, recovery, findings, notes };
  }

  /** Reports what was duplicated or lost after its round had been judged. */
  private async lastAudit(): Promise<string | null> {
    const findings = await audit(this.arena);
    const fresh = findings.filter(
      ({ what }) => !this.reports.some((report) => report.findings.some((old) => old.what === what)),
    );
    return fresh.length === 0 ? null : `the last audit found: ${fresh.map(({ what }) => what).join('; ')}`;
  }
}

function describe({ row, injury, recovery, findings, notes }: RoundReport): string {
  const seconds = (ms: number | null) => (ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`);
  const first = Object.values(recovery.firstSuccessMs);
  const slowest = first.includes(null) ? null : Math.max(...first.map((ms) => ms ?? 0));
  const verdict = findings.length === 0 ? 'good' : `${findings.length} findings: ${findings[0]!.what}`;
  return `${row}: ${injury}: first success ${seconds(slowest)}, cleared ${seconds(recovery.clearedMs)}, ${[verdict, ...notes].join('; ')}`;
}
