import { AnyObject, Bool, Digits, Id, Int, ListOf, Nested, Nullable, Optional, Verbatim } from '..';

/** A person by the number, in any of its spellings. */
export class PersonRef {
  @Digits() phone!: string;
}

/** One erasure of a person; the number as it is at first, its id afterwards. */
export class HidePerson extends PersonRef {
  @Id() erasure_id!: number;
}

export class HiddenPerson {
  /** Nothing was hidden, since a send to the person is under way. */
  @Bool() is_busy!: boolean;
  @Int({ min: 0 }) conversations!: number;
  /** The contact that has the number, or had it last: tickets may still name it. */
  @Optional() @ListOf(Id()) contact_ids?: number[];
}

export class GatherErased {
  @Id() erasure_id!: number;
  @Int({ min: 0 }) after_id!: number;
}

/** What other services may have written down of the hidden conversations. */
export class GatheredErased {
  /** The numbers, and what networks call the person. */
  @ListOf(Verbatim()) names!: string[];
  @ListOf(Id()) conversation_ids!: number[];
  /** Of one batch of the recent messages, by their ids on the network. */
  @ListOf(Verbatim()) chat_message_ids!: string[];
  /** The last message of the batch; null at the end. */
  @Nullable() @Id() last_id!: number | null;
}

export class PurgedPerson {
  @Int({ min: 0 }) messages!: number;
  @Int({ min: 0 }) media!: number;
  @Bool() is_done!: boolean;
}

export class ExportedConversation {
  @Id() id!: number;
  /** All that is kept of it. */
  @AnyObject() record!: object;
}

export class ExportedConversations {
  @ListOf(() => ExportedConversation) conversations!: ExportedConversation[];
  /** What the person wants of marketing, where it is known. */
  @Nullable() @AnyObject() opt_out!: object | null;
  /** The contact that has the number, or had it last. */
  @Optional() @ListOf(Id()) contact_ids?: number[];
}

export class ExportMessages extends PersonRef {
  @Id() conversation_id!: number;
  @Int({ min: 0 }) after_id!: number;
}

export class ExportedMedia {
  @Verbatim({ min: 1 }) blob!: string;
  @Nullable() @Verbatim() filename!: string | null;
  @Verbatim() mime_type!: string;
}

export class ExportedMessage {
  @Id() id!: number;
  /** All that is kept of it. */
  @AnyObject() record!: object;
  /** Where its bytes are; absent without any. */
  @Optional() @Nested(() => ExportedMedia) media?: ExportedMedia;
}

export class ExportedMessages {
  @ListOf(() => ExportedMessage) messages!: ExportedMessage[];
  /** The last of the batch; null at the end. */
  @Nullable() @Id() last_id!: number | null;
}
