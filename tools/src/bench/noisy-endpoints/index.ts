import { findingOf, formatEstimate, p99Ratio } from '../bootstrap.rules';
import type { BenchOptions } from '../bench';
import { say } from '../progress';
import { percentile } from '../statistics.rules';
import { formatTable } from '../table.rules';
import { Installation } from './installation';

const plans = {
  full: { rounds: 5, seconds: 20, backlog: 100_000 },
  quick: { rounds: 2, seconds: 4, backlog: 40_000 },
};
const EVENTS_PER_SECOND = 10;
/** Maximum multiple of an event's latency without the noisy endpoints. */
const LIMIT = 1.2;

/** Healthy webhook endpoints alone, and together with a dead, a slow and a flooded one, alternating. */
export async function runNoisyEndpointsBench({ quick, json }: BenchOptions): Promise<void> {
  const { rounds, seconds, backlog } = quick ? plans.quick : plans.full;
  const installation = await Installation.start();
  const alone: number[][] = [];
  const beside: number[][] = [];
  const floods: number[] = [];
  try {
    // Warms up both: the first backlog runs statements that were planned without one.
    await installation.latencies(EVENTS_PER_SECOND, seconds / 2);
    await installation.makeNoise(backlog);
    await installation.latencies(EVENTS_PER_SECOND, seconds / 2);
    await installation.endNoise();
    for (let round = 1; round <= rounds; round += 1) {
      say(`Round ${round} of ${rounds}`);
      alone.push(...(await installation.latencies(EVENTS_PER_SECOND, seconds)));
      await installation.makeNoise(backlog);
      beside.push(...(await installation.latencies(EVENTS_PER_SECOND, seconds)));
      floods.push((await installation.endNoise()) / seconds);
    }
  } finally {
    await installation.stop();
  }
  const ratio = p99Ratio(beside, alone, Math.random);
  const floodPerSecond = percentile(floods, 0.5);
  if (json) return console.log(JSON.stringify({ alone, beside, ratio, floodPerSecond }, null, 2));
  const row = (name: string, blocks: readonly number[][]) => [
    name,
    ...[0.5, 0.99, 1].map((share) => percentile(blocks.flat(), share).toFixed(1)),
  ];
  console.log(
    formatTable(
      ['17 healthy endpoints', 'p50 ms', 'p99 ms', 'max ms'],
      [row('alone', alone), row('with a dead, a slow and a flooded one', beside)],
    ),
  );
  console.log(
    `\np99 ratio (90 % interval) ${formatEstimate(ratio)}, <= ${LIMIT}: ${findingOf(ratio, LIMIT)}; ` +
      `meanwhile the flooded one got ${floodPerSecond.toFixed(0)} per second of its ${backlog}`,
  );
}
