import type { Topology } from '../bench';
import { atLeast, atMost, type Verdict } from '../verdict.rules';
import type { Comparison } from './comparison.rules';

/** What a row has to reach, relative to the floor. */
export interface Goal {
  /** Minimum share of its requests per second. */
  rate?: number;
  /** Maximum multiple of its CPU time per request. */
  cpu?: number;
  /** Maximum multiple of its median latency. */
  p50?: number;
}

const page: Goal = { rate: 0.65, cpu: 1.6 };
const sends: Record<string, Goal> = {
  1: { p50: 2 },
  16: { rate: 0.6, cpu: 1.8 },
  64: { rate: 0.85, cpu: 1.8 },
};

/** By key and number of connections; `any` stands for every number. */
const goals: Record<Topology, Record<string, Record<string, Goal>>> = {
  split: {
    ping: { any: { rate: 0.8, cpu: 1.5 } },
    contacts: { any: page },
    conversations: { any: page },
    'new-contact': { any: page },
    send: sends,
    'send-cloud': sends,
    'send-template': sends,
    'send-50': { 16: { rate: 0.45 } },
  },
  standalone: {
    send: { 16: { rate: 0.7 } },
    'send-cloud': { 16: { rate: 0.7 } },
    'send-template': { 16: { rate: 0.7 } },
  },
};

export function goalOf(topology: Topology, key: string, connections: number): Goal | undefined {
  const ofOperation = goals[topology][key];
  return ofOperation?.[String(connections)] ?? ofOperation?.['any'];
}

/** Compares the medians with the goal. */
export function judge(goal: Goal, { ratio }: Pick<Comparison, 'ratio'>): Verdict[] {
  return [
    ...(goal.rate === undefined ? [] : [atLeast('req/s against the floor', goal.rate, ratio.rate)]),
    ...(goal.p50 === undefined ? [] : [atMost('p50 against the floor', goal.p50, ratio.p50)]),
    ...(goal.cpu === undefined ? [] : [atMost('CPU per request against the floor', goal.cpu, ratio.cpu)]),
  ];
}
