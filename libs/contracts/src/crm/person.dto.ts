import { AnyObject, Digits, Id, ListOf, Nullable, Optional, Timestamp, Verbatim } from '..';

export class ErasePerson {
  /** The number with country code, in any of its spellings. */
  @Optional() @Digits() phone?: string;
  /** The network's id of the person, in place of the number. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
}

/** An erasure. It does not identify the person. */
export class Erasure {
  @Id() id!: number;
  @Timestamp() requested_at!: string;
  /** Null until everything is erased. */
  @Nullable() @Timestamp() erased_at!: string | null;
  /** How many records of each kind were erased. */
  @AnyObject() erased!: object;
  /** Why the latest attempt failed; null if it did not. */
  @Nullable() @Verbatim() reason!: string | null;
}

export class ErasureRef {
  @Id() id!: number;
}

export class ExportedContact {
  /** The number in all its spellings. */
  @ListOf(Verbatim()) names!: string[];
  @Nullable() @Id() contact_id!: number | null;
  /** Everything that is stored about the contact; null without one. */
  @Nullable() @AnyObject() contact!: object | null;
  /** What the business app reported about the number. */
  @Nullable() @AnyObject() app_contact!: object | null;
  @Nullable() @AnyObject() opt_out!: object | null;
}

export class PersonErasedData {
  @Id() erasure_id!: number;
  /** Their conversations and contacts, which were hidden before. */
  @ListOf(Id()) conversation_ids!: number[];
  @ListOf(Id()) contact_ids!: number[];
}
