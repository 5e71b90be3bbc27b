import { setTimeout as delay } from 'node:timers/promises';
import type { Load, Operation } from '../operations/operation';
import type { Random } from '@chat/test-kit/random';
import type { World } from '../world/world';

interface Lane {
  readonly operation: Operation;
  readonly load: Load;
  readonly underWay: Set<Promise<void>>;
  /** The attempts that succeeded since the last start. */
  readonly successes: { startedAt: number; endedAt: number }[];
  timer: NodeJS.Timeout | undefined;
}

/** There, twice as many processes share the machine with the load, and each request opens a TLS connection. */
const SLOWER_BEHIND_INGRESS = 2;

/** Keeps the operations running. Times are monotonic milliseconds. */
export class LoadDriver {
  private readonly lanes: Lane[];
  private readonly slower: number;

  /** @param loadPercent the percentage of the usual load. */
  constructor(operations: readonly Operation[], world: World, random: Random, loadPercent: number) {
    this.slower = (world.front === 'ingress' ? SLOWER_BEHIND_INGRESS : 1) * (100 / loadPercent);
    this.lanes = operations.map((operation) => ({
      operation,
      load: operation.open(world, random),
      underWay: new Set(),
      successes: [],
      timer: undefined,
    }));
  }

  get loads(): { name: string; load: Load }[] {
    return this.lanes.map(({ operation: { name }, load }) => ({ name, load }));
  }

  start(): void {
    for (const lane of this.lanes) {
      lane.successes.length = 0;
      lane.timer = setInterval(() => this.begin(lane), lane.operation.everyMs * this.slower);
    }
  }

  /** Starts no more attempts, and resolves when none is in progress. */
  async stop(): Promise<void> {
    for (const { timer } of this.lanes) clearInterval(timer);
    await Promise.all(this.lanes.flatMap(({ underWay }) => [...underWay]));
    for (const { load } of this.lanes) await load.rest?.();
  }

  /**
   * For each operation, the time from `since` until its first attempt started after that succeeded; null: not within
   * the timeout.
   */
  async firstSuccesses(since: number, timeoutMs: number): Promise<Record<string, number | null>> {
    const first = ({ successes }: Lane) => {
      const ends = successes.filter(({ startedAt }) => startedAt >= since).map(({ endedAt }) => endedAt);
      return ends.length === 0 ? undefined : Math.min(...ends);
    };
    while (performance.now() < since + timeoutMs && this.lanes.some((lane) => first(lane) === undefined)) {
      await delay(20);
    }
    return Object.fromEntries(
      this.lanes.map((lane) => {
        const at = first(lane);
        return [lane.operation.name, at === undefined ? null : at - since];
      }),
    );
  }

  private begin(lane: Lane): void {
    if (lane.underWay.size >= lane.operation.atOnce) return;
    const startedAt = performance.now();
    const attempt = lane.load.attempt().then((isSuccess) => {
      lane.underWay.delete(attempt);
      if (isSuccess) lane.successes.push({ startedAt, endedAt: performance.now() });
    });
    lane.underWay.add(attempt);
  }
}
