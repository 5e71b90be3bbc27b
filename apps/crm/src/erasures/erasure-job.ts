import type { PersonTerms, TraceTable } from '@chat/contracts/person-traces';
import { jobType } from '@chat/jobs';

/** How much of each kind was erased. */
export type Counts = Readonly<Record<string, number>>;

/** Where a walk through the tables of all services stands. */
export interface TracePlace {
  service: string;
  table: TraceTable;
  afterId: number;
}

/**
 * What an erasure does next. It may be done again from the beginning after a crash at any point of it.
 *
 * `settle` waits until nothing from before is on its way: events are published and consumed up to `barrier`.
 */
export type ErasureStep =
  | { do: 'find' }
  | { do: 'imports'; afterId: number }
  | { do: 'settle'; since: string | null; barrier: number | null; then: 'hide' | 'deliveries' | 'purge' }
  | { do: 'hide' }
  | { do: 'tickets'; afterId: number }
  | { do: 'contact' }
  | { do: 'gather'; afterId: number }
  | { do: 'deliveries'; afterId: number }
  | { do: 'traces'; place: TracePlace }
  | { do: 'stream'; sequence: number }
  | { do: 'purge' };

/** The number stands here and nowhere else while the erasure lasts, and goes with the job's data at its end. */
export interface ErasureData {
  erasureId: number;
  digits: string;
  step: ErasureStep;
  person: PersonTerms;
  /** The place in the stream up to which events are erased. */
  barrier: number;
  /** The last message whose events are looked for; the rest have a turn of their own. Null: none is left. */
  gatheredTo: number | null;
  erased: Counts;
}

/** It is never given up: an erasure that nobody finished would keep the number. */
export const erasePersonJob = jobType<ErasureData>('erase-person', { giveUpAfterMs: null });
