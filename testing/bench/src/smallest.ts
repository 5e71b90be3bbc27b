import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, BenchOptions } from './bench';
import { SMALLEST, withInstallation, type Installation } from './installation/installation';
import { say } from './progress';

/** No bench takes nearly as long in its smallest form, even on a busy machine. */
const LIMIT_MS = 10 * 60_000;

/**
 * Runs each bench in its smallest form, which shows that it works, and judges none of its figures. Those that can share
 * an installation take turns on one; meanwhile, the others run on their own, in turn, too.
 */
export async function runSmallest(
  benches: Readonly<Record<string, Bench>>,
): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 };
  const runInTurn = async (some: [string, Bench][], shared?: Installation) => {
    for (const [name, bench] of some) {
      const startedAt = performance.now();
      const problem = await problemOf(bench, shared);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      counts[problem === null ? 'passed' : 'failed'] += 1;
      say(problem === null ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s): ${problem}`);
    }
  };
  const all = Object.entries(benches);
  const sharing = all.filter(([, { canShare }]) => canShare);
  await Promise.all([
    sharing.length > 0 && withInstallation(undefined, SMALLEST, (shared) => runInTurn(sharing, shared)),
    runInTurn(all.filter(([, { canShare }]) => !canShare)),
  ]);
  return counts;
}

/** Why the bench does not work; null if it does. */
async function problemOf({ run }: Bench, shared: Installation | undefined): Promise<string | null> {
  const options: BenchOptions = {
    size: 'smallest',
    only: [],
    connections: [],
    topology: 'standalone',
    statements: true,
    ...(shared && { shared }),
  };
  const ending = new AbortController();
  const limit = delay(LIMIT_MS, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`It has not ended after ${LIMIT_MS / 60_000} minutes.`);
  });
  limit.catch(() => undefined);
  try {
    const { text } = await Promise.race([run(options), limit]);
    return text === '' ? 'It reports nothing.' : null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    ending.abort();
  }
}
