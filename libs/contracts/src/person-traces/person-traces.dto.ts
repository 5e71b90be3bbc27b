import { Bool, Id, Int, ListOf, Nested, Nullable, OneOf, Timestamp, Verbatim } from '..';

/** What names one person in the documents that services keep: events, jobs and callbacks. */
export class PersonTerms {
  /** The number in all its spellings, and what networks call the person beside it. */
  @ListOf(Verbatim({ min: 1 })) names!: string[];
  /** Messages to and from the person, by their ids on the network. */
  @ListOf(Verbatim({ min: 1 })) chat_message_ids!: string[];
  /** Tickets that are linked to the person, by their numbers. */
  @ListOf(Verbatim({ min: 1 })) ticket_numbers!: string[];
  @ListOf(Id()) conversation_ids!: number[];
  @ListOf(Id()) contact_ids!: number[];
}

/** The tables of every service that keep documents for a while. */
export const traceTables = ['outbox', 'jobs', 'dead_letters'] as const;
export type TraceTable = (typeof traceTables)[number];

export class ErasePersonTraces {
  @Nested(() => PersonTerms) person!: PersonTerms;
  @OneOf(traceTables) table!: TraceTable;
  /** The last row of the batch before; 0 at the beginning. */
  @Int({ min: 0 }) after_id!: number;
}

export class ErasedPersonTraces {
  @Int({ min: 0 }) erased!: number;
  /** The last row that was looked at; null at the end of the table. */
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
