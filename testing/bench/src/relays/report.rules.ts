import { formatTable } from '@chat/test-kit/table';
import { withRange } from '../spread-cells.rules';
import { spreadOf } from '../statistics.rules';

/** A backlog that was published. */
export interface Run {
  perSecond: number;
  /** CPU time of the service, Postgres and NATS, in microseconds for an event. */
  cpuUs: number;
  /** How many cores they kept busy. */
  cores: number;
  /** The share of the CPU of both processes that the busier one had. */
  busierShare: number;
}

/** With so many shards, and this way to NATS. */
export interface Case {
  shards: number;
  /** How much later everything arrives, each way. */
  linkMs: number;
  runs: Run[];
}

export function describeRelays(events: number, cases: readonly Case[]): string {
  const rows = cases.map(({ shards, linkMs, runs }) => {
    const cell = (key: keyof Run, digits: number) => withRange(spreadOf(runs.map((run) => run[key])), digits);
    const link = linkMs === 0 ? 'beside it' : `${linkMs} ms away`;
    return [
      link,
      `${shards}`,
      cell('perSecond', 0),
      cell('cpuUs', 0),
      cell('cores', 2),
      cell('busierShare', 2),
    ];
  });
  const head = ['NATS', 'relays', 'events/s', 'CPU µs each', 'cores busy', 'share of the busier process'];
  return `A backlog of ${events} events, published by two processes; each event was stored once.\n\n${formatTable(head, rows)}`;
}
