import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts work at a fixed rate, however long each piece takes, and resolves when all of it is done. Each piece gets its
 * number and the time when it was due (of `performance.now()`), from which its latency counts.
 */
export async function atRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (index: number, dueAtMs: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const started: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await delay(earlyMs);
    const piece = work(index, dueAt);
    // A failure now is reported at the end.
    piece.catch(() => undefined);
    started.push(piece);
  }
  await Promise.all(started);
}
