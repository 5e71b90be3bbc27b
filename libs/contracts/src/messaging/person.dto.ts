import {
  AnyObject,
  Bool,
  Digits,
  Id,
  Int,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Timestamp,
  Verbatim,
} from '..';

/** A person, identified by number in any of its spellings, or else by the network's id of them. */
export class PersonRef {
  @Optional() @Digits() phone?: string;
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
}

/** What somebody chose about marketing by the network's id, whose number is known now. */
export class IdentifiedPreference {
  @Digits() phone!: string;
  @Bool() opted_out!: boolean;
  /** According to the provider's clock. */
  @Timestamp() at!: string;
}

export class NumberRef {
  @Digits() phone!: string;
}

export class KnownNumber {
  /** The number as its network spells it; null if it never wrote. */
  @Nullable() @Digits() phone!: string | null;
}

/** One erasure of a person. Hiding finds the conversations by the number; later steps find them by the erasure's id. */
export class HidePerson extends PersonRef {
  @Id() erasure_id!: number;
}

export class HiddenPerson {
  /** True if nothing was hidden because a message to the person is being sent. */
  @Bool() is_busy!: boolean;
  @Int({ min: 0 }) conversations!: number;
  /** The contacts that have or last had the number: tickets may still refer to them. */
  @Optional() @ListOf(Id()) contact_ids?: number[];
}

export class GatherErased {
  @Id() erasure_id!: number;
  @Int({ min: 0 }) after_id!: number;
}

/** Identifiers under which other services may have stored data of the hidden conversations. */
export class GatheredErased {
  /** The person's numbers and the networks' ids of the person. */
  @ListOf(Verbatim()) names!: string[];
  /** The numbers among them, each in one spelling; absent from an earlier release. */
  @Optional() @ListOf(Digits()) phones?: string[];
  @ListOf(Id()) conversation_ids!: number[];
  /** The networks' ids of one batch of the recent messages. */
  @ListOf(Verbatim()) chat_message_ids!: string[];
  /** The id of the batch's last message; null at the end. */
  @Nullable() @Id() last_id!: number | null;
}

export class PurgedPerson {
  @Int({ min: 0 }) messages!: number;
  @Int({ min: 0 }) media!: number;
  @Bool() is_done!: boolean;
}

export class ExportedConversation {
  @Id() id!: number;
  /** Everything that is stored about the conversation. */
  @AnyObject() record!: object;
}

export class ExportedConversations {
  @ListOf(() => ExportedConversation) conversations!: ExportedConversation[];
  /** Everything that is stored about edits and deletions that wait for their message. */
  @Optional() @ListOf(AnyObject()) changes?: object[];
  /** The names that business apps have for the person, where these are no contacts. */
  @Optional() @ListOf(AnyObject()) app_names?: object[];
  /** The person's choice about marketing messages, if it is known. */
  @Nullable() @AnyObject() opt_out!: object | null;
  /** The contacts that have or last had the number. */
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
  /** Everything that is stored about the message. */
  @AnyObject() record!: object;
  /** Where its file is stored; absent if it has none. */
  @Optional() @Nested(() => ExportedMedia) media?: ExportedMedia;
}

export class ExportedMessages {
  @ListOf(() => ExportedMessage) messages!: ExportedMessage[];
  /** The id of the batch's last message; null at the end. */
  @Nullable() @Id() last_id!: number | null;
}
