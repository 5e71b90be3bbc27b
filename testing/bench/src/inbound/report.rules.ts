import { combineQueues, type Queues } from '../installation/queues.rules';
import type { Spent } from '../installation/meter';
import { describeDisturbance, type Choice } from '../quiet/disturbance.rules';
import { spreadOf, type Spread } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { atMost, formatVerdicts, openIfDisturbed, type Verdict } from '../verdict.rules';
import type { WritingResult } from './phones/orders';
import type { Scenario } from './scenarios';

/** One row, measured once. */
export interface InboundRound extends WritingResult, Spent {
  /** Webhooks per second while people wrote. */
  rate: number;
  /** The content of our queues at the worst moment, in seconds of work at that rate. */
  backlogSeconds: number;
  /** Each queue at its own worst moment. */
  longest: Queues;
}

export interface Result {
  name: string;
  rate: Spread;
  p50Ms: Spread;
  p99Ms: Spread;
  backlogSeconds: Spread;
  /** Medians. */
  longest: Queues;
  restMs: Spread;
  cpuMs: Spread | null;
  statements: Spread;
  commits: Spread;
  fsyncs: Spread;
  natsMessages: Spread;
  /** After the last round, by process. */
  memoryMiB: Record<string, number> | null;
  verdicts: Verdict[];
  quiet: Omit<Choice<InboundRound>, 'rounds'>;
}

/**
 * The worst moment of our queues in seconds: unprocessed callbacks, events that are not published or not consumed, and
 * undelivered webhooks. What the network still holds has not reached us. A message is in one queue at a time.
 */
export function backlogSeconds(looks: readonly Queues[], rate: number): number {
  const worst = Math.max(
    ...looks.map(
      ({ outbox, consumers, deliveries, callbacks }) => outbox + consumers + deliveries + callbacks,
    ),
    0,
  );
  return worst === 0 ? 0 : worst / rate;
}

/** Each queue at its own worst moment. */
export function longestQueues(looks: readonly Queues[]): Queues {
  return combineQueues(looks, (sizes) => Math.max(...sizes, 0));
}

function mediansOf(queues: readonly Queues[]): Queues {
  return combineQueues(queues, (sizes) => spreadOf(sizes).median);
}

/** @throws RangeError without rounds. */
export function resultOf(
  { name, goal }: Pick<Scenario, 'name' | 'goal'>,
  { rounds, ...quiet }: Choice<InboundRound>,
  memoryMiB: Record<string, number> | null,
): Result {
  const spread = (figure: (round: InboundRound) => number) => spreadOf(rounds.map(figure));
  const p50Ms = spread((round) => round.p50Ms);
  const p99Ms = spread((round) => round.p99Ms);
  const backlog = spread((round) => round.backlogSeconds);
  const totalCpu = ({ cpuMs }: InboundRound) => Object.values(cpuMs ?? {}).reduce((sum, ms) => sum + ms, 0);
  return {
    name,
    rate: spread((round) => round.rate),
    p50Ms,
    p99Ms,
    backlogSeconds: backlog,
    longest: mediansOf(rounds.map((round) => round.longest)),
    restMs: spread((round) => round.restMs),
    cpuMs: rounds.every(({ cpuMs }) => cpuMs) ? spread(totalCpu) : null,
    statements: spread(({ costs }) => costs.statements),
    commits: spread(({ costs }) => costs.commits),
    fsyncs: spread(({ costs }) => costs.fsyncs),
    natsMessages: spread(({ costs }) => costs.natsMessages),
    memoryMiB,
    verdicts: openIfDisturbed(
      [
        ...(goal.p50Ms === undefined ? [] : [atMost('p50 in ms', goal.p50Ms, p50Ms)]),
        ...(goal.p99Ms === undefined ? [] : [atMost('p99 in ms', goal.p99Ms, p99Ms)]),
        ...(goal.backlogSeconds === undefined
          ? []
          : [atMost('backlog in seconds', goal.backlogSeconds, backlog)]),
      ],
      quiet,
    ),
    quiet,
  };
}

const about = `Latencies run from the moment when a person writes on a phone of the sandbox to the signed webhook at its receiver, and
count from when the message was due. The backlog is what waited at the worst moment among the callbacks, in the outboxes,
before the consumers and before the receivers, in seconds of work at the rate reached; what the sandbox's network or cloud
still held is not in it. Every row ends when each message has had its webhook with a valid signature and every queue is empty.`;

/** The tables for people. */
export function formatReport(results: readonly Result[]): string {
  return [
    formatTable(
      ['inbound', 'webhooks/s', 'p50 ms', 'p99 ms', 'backlog s', 'rest ms', 'CPU ms/message'],
      results.map((result) => [
        result.name,
        withRange(result.rate, 0),
        withRange(result.p50Ms, 1),
        withRange(result.p99Ms, 1),
        withRange(result.backlogSeconds, 2),
        result.restMs.median.toFixed(0),
        result.cpuMs ? withRange(result.cpuMs, 2) : '',
      ]),
    ),
    formatTable(
      ['per message', 'SQL statements', 'commits', 'WAL fsyncs', 'NATS messages in'],
      results.map(({ name, statements, commits, fsyncs, natsMessages }) => [
        name,
        ...[statements, commits, fsyncs, natsMessages].map((spread) => withRange(spread, 1)),
      ]),
    ),
    formatTable(
      ['longest queues', 'callbacks', 'outboxes', 'consumers', 'deliveries', 'network'],
      results.map(({ name, longest: { callbacks, outbox, consumers, deliveries, network } }) => [
        name,
        ...[callbacks, outbox, consumers, deliveries, network].map((size) => size.toFixed(0)),
      ]),
    ),
    formatMemory(results),
    formatVerdicts(results.map(({ name, verdicts }) => ({ name, verdicts }))),
    results
      .filter(({ quiet }) => quiet.disturbed > 0)
      .map(
        ({ name, quiet }) =>
          `Disturbed, ${quiet.disturbed} rounds of ${name}: ${describeDisturbance(quiet.worst)}.`,
      )
      .join('\n'),
    about,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatMemory(results: readonly Result[]): string {
  const known = results.flatMap(({ name, memoryMiB }) => (memoryMiB ? [{ name, memoryMiB }] : []));
  if (known.length === 0) return '';
  const processes = [...new Set(known.flatMap(({ memoryMiB }) => Object.keys(memoryMiB)))];
  return formatTable(
    ['MiB resident after', ...processes],
    known.map(({ name, memoryMiB }) => [
      name,
      ...processes.map((process) => memoryMiB[process]?.toFixed(0) ?? '-'),
    ]),
  );
}
