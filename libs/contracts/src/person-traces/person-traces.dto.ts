import { Bool, Id, Int, ListOf, Nested, Nullable, OneOf, Timestamp, Verbatim } from '..';

/** What identifies one person in the documents that services store: events, jobs and callbacks. */
export class PersonTerms {
  /** The number in all its spellings, and the networks' ids of the person. */
  @ListOf(Verbatim({ min: 1 })) names!: string[];
  /** The networks' ids of messages to and from the person. */
  @ListOf(Verbatim({ min: 1 })) chat_message_ids!: string[];
  /** The numbers of tickets that are linked to the person. */
  @ListOf(Verbatim({ min: 1 })) ticket_numbers!: string[];
  @ListOf(Id()) conversation_ids!: number[];
  @ListOf(Id()) contact_ids!: number[];
}

/** The tables in which every service stores documents temporarily. */
export const traceTables = ['outbox', 'jobs', 'dead_letters'] as const;
export type TraceTable = (typeof traceTables)[number];

export class ErasePersonTraces {
  @Nested(() => PersonTerms) person!: PersonTerms;
  @OneOf(traceTables) table!: TraceTable;
  /** The last row of the previous batch; 0 at the beginning. */
  @Int({ min: 0 }) after_id!: number;
}

export class ErasedPersonTraces {
  @Int({ min: 0 }) erased!: number;
  /** The last row that was examined; null at the end of the table. */
  @Nullable() @Int({ min: 0 }) last_id!: number | null;
  /** A row about the person is in use: an event that is not published yet, or a job that is running. */
  @Bool() is_busy!: boolean;
}

export class PendingSince {
  @Timestamp() since!: string;
}

export class PendingWork {
  @Bool() is_pending!: boolean;
}
