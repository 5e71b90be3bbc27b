import type { Topology } from '../bench';
import { combineQueues, type Queues } from '../installation/queues.rules';
import { formatTable } from '@chat/test-kit/table';
import { atMost, formatVerdicts, type Verdict } from '../verdict.rules';

export interface Minute {
  /** Sends per second. */
  rate: number;
  /** From the moment when a send was due. */
  p50Ms: number;
  p99Ms: number;
  /** Means. */
  queues: Queues;
  /** At its end, by process; null if the system does not report it. */
  memoryMiB: Record<string, number> | null;
}

export interface Soak {
  topology: Topology;
  reachedRate: number;
  /** Sends made per second. */
  perSecond: number;
  minutes: Minute[];
  /** From the last answer until all queues were empty. */
  restMs: number;
}

const queueNames: readonly (keyof Queues)[] = [
  'outbox',
  'consumers',
  'deliveries',
  'sending',
  'callbacks',
  'network',
];

export function meanQueues(looks: readonly Queues[]): Queues {
  return combineQueues(
    looks,
    (sizes) => sizes.reduce((sum, size) => sum + size, 0) / Math.max(sizes.length, 1),
  );
}

/**
 * Compares the last minute with the second; the first is still the warm-up.
 * @throws RangeError with fewer than three minutes.
 */
export function judgeSoak({ minutes, perSecond }: Pick<Soak, 'minutes' | 'perSecond'>): Verdict[] {
  const [, second] = minutes;
  const last = minutes.at(-1);
  if (!second || !last || minutes.length < 3) throw new RangeError('A soak takes at least three minutes.');
  return [
    atMost('p99 of the last minute against the second', 1.2, exactly(last.p99Ms / second.p99Ms)),
    ...queueNames.map((name) =>
      atMost(
        `growth of ${name} from the second minute to the last, in seconds of sends`,
        0.25,
        exactly((last.queues[name] - second.queues[name]) / perSecond),
      ),
    ),
    ...Object.entries(last.memoryMiB ?? {}).map(([name, memory]) =>
      atMost(
        `memory of ${name} in the last minute against the second`,
        1.15,
        exactly(memory / (second.memoryMiB?.[name] ?? memory)),
      ),
    ),
  ];
}

function exactly(value: number) {
  return { median: value, min: value, max: value };
}

/** The table for people. */
export function formatReport(soak: Soak): string {
  const { topology, reachedRate, perSecond, minutes, restMs } = soak;
  const processes = Object.keys(minutes[0]?.memoryMiB ?? {});
  const table = formatTable(
    ['minute', 'sends/s', 'p50 ms', 'p99 ms', ...queueNames, ...processes.map((name) => `${name} MiB`)],
    minutes.map(({ rate, p50Ms, p99Ms, queues, memoryMiB }, index) => [
      String(index + 1),
      rate.toFixed(0),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      ...queueNames.map((name) => queues[name].toFixed(1)),
      ...processes.map((name) => memoryMiB?.[name]?.toFixed(0) ?? '-'),
    ]),
  );
  return [
    `${perSecond} sends per second: 80 % of the ${reachedRate.toFixed(0)} that 64 connections reach (${topology}).`,
    table,
    formatVerdicts([{ name: 'soak', verdicts: judgeSoak(soak) }]),
    `All queues were empty ${restMs.toFixed(0)} ms after the last answer.`,
  ].join('\n\n');
}
