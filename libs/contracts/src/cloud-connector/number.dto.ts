import { Bool, Digits, Id, Int, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

/** A number at the provider, as a company that holds a token names it. The token never leaves the connector again. */
export class NumberCredentials {
  @Digits({ max: 32 }) waba_id!: string;
  @Digits({ max: 32 }) phone_number_id!: string;
  @Verbatim({ min: 1, max: 2_000 }) token!: string;
  /** Six digits, to register a number that is not registered. */
  @Optional() @Digits({ min: 6, max: 6 }) pin?: string;
  /** Whether the number stays active in the business app. */
  @Bool() coexistence!: boolean;
}

/** What the provider says of a number. */
export class VerifiedNumber {
  @Digits() phone_number!: string;
  /** As the provider shows it to people. */
  @Nullable() @Verbatim() name!: string | null;
}

/** Puts a number behind a channel of the account, whatever was behind it before. */
export class ConnectNumber extends NumberCredentials {
  @Id() channel_id!: number;
}

export class NumberRef {
  @Id() channel_id!: number;
}

export const numberStatuses = ['connected', 'disconnected'] as const;
export type NumberStatus = (typeof numberStatuses)[number];

/** What a number is now. `version` counts its changes: a snapshot with a lower one is older, whatever way it came. */
export class NumberSnapshot {
  @Id() channel_id!: number;
  @OneOf(numberStatuses) status!: NumberStatus;
  @Int({ min: 0 }) version!: number;
  @Digits() phone_number!: string;
  /** In one word, as in `token_invalid`. */
  @Verbatim() reason!: string;
  /** In one sentence, for people. */
  @Nullable() @Verbatim() last_error!: string | null;
  /** The account of the number at the provider. */
  @Optional() @Digits({ max: 32 }) waba_id?: string;
}

/** Somebody stopped or resumed marketing messages, by the provider's word. */
export class MarketingPreference {
  @Id() channel_id!: number;
  /** Digits with country code. */
  @Digits() phone!: string;
  @Bool() opted_out!: boolean;
  /** By the provider's clock. */
  @Timestamp() at!: string;
}
