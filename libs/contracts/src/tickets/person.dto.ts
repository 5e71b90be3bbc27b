import { AnyObject, Id, Int, ListOf, Nullable, Verbatim } from '..';

/** The tickets that are linked to a person by their contact or conversation. */
export class PersonTickets {
  @ListOf(Id()) contact_ids!: number[];
  @ListOf(Id()) conversation_ids!: number[];
  /** The last ticket of the previous batch; 0 at the beginning. */
  @Int({ min: 0 }) after_id!: number;
}

export class ErasedTickets {
  /** The numbers of the erased tickets. */
  @ListOf(Verbatim()) numbers!: string[];
  @Nullable() @Id() last_id!: number | null;
}

export class ExportedTickets {
  /** Everything that is stored about each ticket. */
  @ListOf(AnyObject()) tickets!: object[];
  @ListOf(Verbatim()) numbers!: string[];
  @Nullable() @Id() last_id!: number | null;
}
