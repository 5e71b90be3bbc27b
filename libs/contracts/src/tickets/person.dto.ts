import { AnyObject, Id, Int, ListOf, Nullable, Verbatim } from '..';

/** The tickets that are linked to a person, by what they refer to. */
export class PersonTickets {
  @ListOf(Id()) contact_ids!: number[];
  @ListOf(Id()) conversation_ids!: number[];
  /** The last ticket of the batch before; 0 at the beginning. */
  @Int({ min: 0 }) after_id!: number;
}

export class ErasedTickets {
  /** Their numbers. */
  @ListOf(Verbatim()) numbers!: string[];
  @Nullable() @Id() last_id!: number | null;
}

export class ExportedTickets {
  /** All that is kept of each. */
  @ListOf(AnyObject()) tickets!: object[];
  @ListOf(Verbatim()) numbers!: string[];
  @Nullable() @Id() last_id!: number | null;
}
