import {
  About,
  Bool,
  Digits,
  Id,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Timestamp,
  Verbatim,
} from '..';

/** A number at the provider with the company's access token for it. The token never leaves the connector again. */
export class NumberCredentials {
  @Digits({ max: 32 }) waba_id!: string;
  @Digits({ max: 32 }) phone_number_id!: string;
  @Verbatim({ min: 1, max: 2_000 }) token!: string;
  /** Six digits; needed to register a number that is not registered yet. */
  @Optional() @Digits({ min: 6, max: 6 }) pin?: string;
  /** Whether the number stays active in the business app. */
  @Bool() coexistence!: boolean;
}

/** What the provider returns about a number. */
export class VerifiedNumber {
  @Digits() phone_number!: string;
  /** The display name that the provider shows to people. */
  @Nullable() @Verbatim() name!: string | null;
}

/** A number to connect to a channel of the account. It replaces the channel's previous number, if any. */
export class ConnectNumber extends NumberCredentials {
  @Id() channel_id!: number;
}

export class NumberRef {
  @Id() channel_id!: number;
}

export const numberStatuses = ['connected', 'disconnected'] as const;
export type NumberStatus = (typeof numberStatuses)[number];

export const syncStatuses = ['requested', 'running', 'completed', 'declined', 'failed'] as const;
export type SyncStatus = (typeof syncStatuses)[number];

@About('Progress of sharing the contacts and chat history of a number that stays active in the business app.')
export class NumberSync {
  @About('`declined`: the business does not share its history.') @OneOf(syncStatuses) status!: SyncStatus;
  @About('How much of the history is stored, in percent.') @Int({ min: 0, max: 100 }) progress!: number;
  @About('When the first contacts arrived.') @Nullable() @Timestamp() contacts_at!: string | null;
  @About('The provider shares data until then, 24 hours after onboarding.') @Timestamp() expires_at!: string;
  @Nullable() @Timestamp() completed_at!: string | null;
  @About('With `failed`: the reason, and what to do.') @Nullable() @Verbatim() error!: string | null;
}

/**
 * The kinds of message that the provider may restrict: those that start a conversation, those that answer a customer,
 * and templates of a category.
 */
export const restrictionKinds = ['business_initiated', 'customer_initiated', 'utility_templates'] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

export class NumberRestriction {
  @OneOf(restrictionKinds) kind!: RestrictionKind;
  /** Null: the provider names no end. */
  @Nullable() @Timestamp() until!: string | null;
}

/**
 * The current state of a number. `version` counts its changes: a snapshot with a lower version is older, no matter in
 * which order they arrive.
 */
export class NumberSnapshot {
  @Id() channel_id!: number;
  @OneOf(numberStatuses) status!: NumberStatus;
  @Int({ min: 0 }) version!: number;
  @Digits() phone_number!: string;
  /** A code, as in `token_invalid`. */
  @Verbatim() reason!: string;
  /** One sentence, for people. */
  @Nullable() @Verbatim() last_error!: string | null;
  /** The same in one word. A connector of an earlier release does not say. */
  @IfGiven() @Nullable() @Verbatim() last_error_reason?: string | null;
  /** The id of the number's account at the provider. */
  @Optional() @Digits({ max: 32 }) waba_id?: string;
  /** When its token expires; null: never, or unknown. A connector of an earlier release does not say. */
  @IfGiven() @Nullable() @Timestamp() token_expires_at?: string | null;
  /** Those that held when the snapshot was taken; absent from an earlier release, as the next three. */
  @Optional() @ListOf(() => NumberRestriction) restrictions?: NumberRestriction[];
  @IfGiven() @Nullable() @Verbatim() quality_rating?: string | null;
  @IfGiven() @Nullable() @Verbatim() messaging_limit?: string | null;
  @IfGiven() @Nullable() @Verbatim() name_status?: string | null;
  /** Absent for a number that is not in the business app. */
  @Optional() @Nested(() => NumberSync) sync?: NumberSync;
}

/** A contact of the business app. */
export class AppContact {
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() phone!: string | null;
  /** The network's id of the person, in addition to the number or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  /** Null when the contact was removed. */
  @Nullable() @Verbatim({ min: 1 }) full_name!: string | null;
  @Nullable() @Verbatim() first_name!: string | null;
  /** According to the provider's clock. */
  @Timestamp() at!: string;
}

export class AppContacts {
  @Id() channel_id!: number;
  @ListOf(() => AppContact) contacts!: AppContact[];
}

/** The provider reported that a person opted out of marketing messages, or back in. */
export class MarketingPreference {
  @Id() channel_id!: number;
  /** Digits with country code; null where the network hides the number. */
  @Nullable() @Digits() phone!: string | null;
  /** The network's id of the person, in addition to the number or instead of it. */
  @Optional() @Verbatim({ min: 1, max: 200 }) provider_user_id?: string;
  @Bool() opted_out!: boolean;
  /** According to the provider's clock. */
  @Timestamp() at!: string;
}
