import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { readAllStats } from '../cpu/cpu-times';
import { isDisturbed, leastDisturbed, type Choice, type Watched } from './disturbance.rules';
import { cpuOfTrees, parseBusyMs } from './machine-stat.rules';

/**
 * Fixed work of about 10 ms each for one core. The first needs only arithmetic. The second needs the caches and the
 * memory, which other machines on the same host can slow down on their own.
 */
const fixedWork: readonly (() => void)[] = [hashNumbers, parseDocument];
/**
 * The fastest of these counts. The first ones are cold, because V8 discards machine code that was not used for a while: with three
 * tries, one in four readings of an idle machine was too slow, by up to 2.3 times; with ten, one in sixty.
 */
const TRIES = 10;

interface Reading {
  atMs: number;
  /** Null if the system does not report it. */
  foreignMs: number | null;
}

/** Detects what else the machine does during measurements. */
export class MachineWatch {
  /** The fastest time of each piece of fixed work in this run, in ms. */
  private readonly fastestMs = fixedWork.map(() => Infinity);

  /** @param processIds all processes of the bench; their descendants count as part of it. */
  constructor(private readonly processIds: readonly number[]) {}

  /**
   * Measures rounds until enough of them were quiet, or the allowed number of extra rounds is used up.
   * @returns the least disturbed ones.
   */
  async measureQuietly<Round>(
    { rounds, extraRounds }: { rounds: number; extraRounds: number },
    measureRound: (index: number, check: () => void) => Promise<Round>,
  ): Promise<Choice<Round>> {
    const all: Watched<Round>[] = [];
    const quietRounds = () => all.filter(({ disturbance }) => !isDisturbed(disturbance)).length;
    while (quietRounds() < rounds && all.length < rounds + extraRounds) {
      all.push(await this.watch((check) => measureRound(all.length, check)));
    }
    return leastDisturbed(all, rounds);
  }

  /**
   * Runs the work, and observes the machine meanwhile.
   * @param work calls `check` between its parts, whose comparison needs a machine of even speed.
   */
  async watch<Round>(work: (check: () => void) => Promise<Round>): Promise<Watched<Round>> {
    const tookMs: number[][] = [];
    const check = () => void tookMs.push(this.timeFixedWork());
    check();
    const before = await this.read();
    const round = await work(check);
    const after = await this.read();
    check();
    const { fastestMs } = this;
    const disturbance = {
      foreignShare: shareBetween(before, after),
      // Read when rounds are compared: the machine may have been at its fastest later.
      get slowdown() {
        return Math.max(...tookMs.flatMap((each) => each.map((ms, index) => ms / fastestMs[index]!)));
      },
    };
    return { round, disturbance };
  }

  /** @returns the time of each piece of fixed work, in ms. */
  private timeFixedWork(): number[] {
    return fixedWork.map((work, index) => {
      const tookMs = Math.min(...Array.from({ length: TRIES }, () => timeOf(work)));
      this.fastestMs[index] = Math.min(this.fastestMs[index]!, tookMs);
      return tookMs;
    });
  }

  private async read(): Promise<Reading> {
    if (process.platform !== 'linux') return { atMs: performance.now(), foreignMs: null };
    const [text, all] = await Promise.all([readFile('/proc/stat', 'utf8'), readAllStats()]);
    return { atMs: performance.now(), foreignMs: parseBusyMs(text) - cpuOfTrees(this.processIds, all) };
  }
}

const HASHES = 6_000;
/** 2 MB. */
const DOCUMENT = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({
    id,
    name: `Contact ${id}`,
    phone: `4915${id}`,
    labels: ['a', `b${id}`],
  })),
);

function hashNumbers(): void {
  for (let index = 0; index < HASHES; index += 1) createHash('sha256').update(String(index)).digest();
}

function parseDocument(): void {
  JSON.parse(DOCUMENT);
}

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function shareBetween(before: Reading, after: Reading): number | null {
  if (before.foreignMs === null || after.foreignMs === null) return null;
  const machineMs = (after.atMs - before.atMs) * cpus().length;
  return Math.max((after.foreignMs - before.foreignMs) / machineMs, 0);
}
