import { AnyObject, Digits, Id, ListOf, Nullable, Timestamp, Verbatim } from '..';

export class ErasePerson {
  /** With country code, in any of its spellings. */
  @Digits() phone!: string;
}

/** An erasure. It names nobody. */
export class Erasure {
  @Id() id!: number;
  @Timestamp() requested_at!: string;
  /** Null until everything is erased. */
  @Nullable() @Timestamp() erased_at!: string | null;
  /** How much of each kind was erased. */
  @AnyObject() erased!: object;
  /** Why it does not go on, if the latest attempt failed. */
  @Nullable() @Verbatim() reason!: string | null;
}

export class ErasureRef {
  @Id() id!: number;
}

export class ExportedContact {
  /** All spellings of the number. */
  @ListOf(Verbatim()) names!: string[];
  @Nullable() @Id() contact_id!: number | null;
  /** All that is kept of the contact; null without one. */
  @Nullable() @AnyObject() contact!: object | null;
  /** What the business app said of the number. */
  @Nullable() @AnyObject() app_contact!: object | null;
  @Nullable() @AnyObject() opt_out!: object | null;
}
