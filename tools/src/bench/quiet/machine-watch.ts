import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { readAllStats } from '../cpu/cpu-times';
import { isDisturbed, leastDisturbed, type Choice, type Watched } from './disturbance.rules';
import { cpuOfTrees, parseBusyMs } from './machine-stat.rules';

/** About 10 ms of work for one core. */
const HASHES = 6_000;
/** The fastest of these counts, so that a single reschedule is not taken for a disturbance. */
const TRIES = 3;

interface Reading {
  atMs: number;
  /** Null if the system does not report it. */
  foreignMs: number | null;
}

/** Detects what else the machine does during measurements. */
export class MachineWatch {
  private fastestMs = Infinity;

  /** @param processIds all processes of the bench; their descendants count as part of it. */
  constructor(private readonly processIds: readonly number[]) {}

  /**
   * Measures rounds until enough of them were quiet, or the allowed number of extra rounds is used up.
   * @returns the least disturbed ones.
   */
  async measureQuietly<Round>(
    { rounds, extraRounds }: { rounds: number; extraRounds: number },
    measureRound: (index: number) => Promise<Round>,
  ): Promise<Choice<Round>> {
    const all: Watched<Round>[] = [];
    const quietRounds = () => all.filter(({ disturbance }) => !isDisturbed(disturbance)).length;
    while (quietRounds() < rounds && all.length < rounds + extraRounds) {
      all.push(await this.watch(() => measureRound(all.length)));
    }
    return leastDisturbed(all, rounds);
  }

  /** Runs the work, and observes the machine meanwhile. */
  async watch<Round>(work: () => Promise<Round>): Promise<Watched<Round>> {
    const slownessBefore = this.calibrate();
    const before = await this.read();
    const round = await work();
    const after = await this.read();
    const slowdown = Math.max(slownessBefore, this.calibrate());
    return { round, disturbance: { foreignShare: shareBetween(before, after), slowdown } };
  }

  /** Times a fixed piece of work. @returns the multiple of its fastest time in this run. */
  private calibrate(): number {
    const tookMs = Math.min(...Array.from({ length: TRIES }, timeFixedWork));
    this.fastestMs = Math.min(this.fastestMs, tookMs);
    return tookMs / this.fastestMs;
  }

  private async read(): Promise<Reading> {
    if (process.platform !== 'linux') return { atMs: performance.now(), foreignMs: null };
    const [text, all] = await Promise.all([readFile('/proc/stat', 'utf8'), readAllStats()]);
    return { atMs: performance.now(), foreignMs: parseBusyMs(text) - cpuOfTrees(this.processIds, all) };
  }
}

function timeFixedWork(): number {
  const startedAt = performance.now();
  for (let index = 0; index < HASHES; index += 1) createHash('sha256').update(String(index)).digest();
  return performance.now() - startedAt;
}

function shareBetween(before: Reading, after: Reading): number | null {
  if (before.foreignMs === null || after.foreignMs === null) return null;
  const machineMs = (after.atMs - before.atMs) * cpus().length;
  return Math.max((after.foreignMs - before.foreignMs) / machineMs, 0);
}
