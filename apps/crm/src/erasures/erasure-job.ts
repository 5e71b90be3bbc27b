import type { PersonTerms, TraceTable } from '@chat/contracts/person-traces';
import { jobType } from '@chat/service-kit';

/** How many items of each kind were erased. */
export type Counts = Readonly<Record<string, number>>;

/** The position of a walk through the tables of all services. */
export interface TracePlace {
  service: string;
  table: TraceTable;
  afterId: number;
}

/**
 * The next step of an erasure. Every step may be repeated after a crash at any point.
 * * `settle` waits until everything from before has arrived: events are published and consumed up to `barrier`.
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

/** Who the person is is stored only here while the erasure runs, and is deleted with the job's data at its end. */
export interface ErasureData {
  erasureId: number;
  /** Null for a person named by the network's id. */
  digits: string | null;
  /** Absent for a person named by number. */
  userId?: string;
  /** Of a person named by the network's id: the numbers of their conversations, once these are found. */
  numbers?: string[];
  step: ErasureStep;
  person: PersonTerms;
  /** The position in the stream up to which events are erased. */
  barrier: number;
  /** The last message whose events are searched for; the rest gets its own pass. Null: none is left. */
  gatheredTo: number | null;
  erased: Counts;
}

/** Never given up: an unfinished erasure would keep the number. */
export const erasePersonJob = jobType<ErasureData>('erase-person', { giveUpAfterMs: null });
