import type { NumberRestriction, NumberStatus } from '@chat/contracts/cloud-connector';
import type { SyncState } from './sync.rules';

/** A row of `cloud_connector.numbers`. */
export interface NumberRow {
  account_id: number;
  channel_id: number;
  waba_id: string;
  phone_number_id: string;
  /** Digits with country code. */
  phone_number: string;
  is_coexistence: boolean;
  is_registered_here: boolean;
  /** Sealed. */
  credentials: Buffer;
  credentials_version: number;
  status: NumberStatus;
  reason: string;
  last_error: string | null;
  /** What `last_error` of a connected number says, in one word. */
  last_error_reason: string | null;
  is_billing_blocked: boolean;
  version: number;
  /** Only for a number that stays in the business app. */
  sync: SyncState | null;
  /** Since when the status holds, by the provider's clock; null if unknown. */
  state_at: Date | null;
  /** Null: never, or unknown. */
  token_expires_at: Date | null;
  /** The restrictions of some kinds of message; some may have ended. */
  restrictions: NumberRestriction[];
  /** In the provider's words, as the next two; null: unknown. */
  quality_rating: string | null;
  messaging_limit: string | null;
  name_status: string | null;
  /** When the provider last told of these three, by its clock; null: never. */
  described_at: Date | null;
}

/** What the provider says of a number that may change at any time. */
export type NumberDescription = Pick<NumberRow, 'quality_rating' | 'messaging_limit' | 'name_status'>;

/** Listed by name, because a statement prepared with `*` breaks when a newer version adds a column. */
export const NUMBER_COLUMNS = `account_id, channel_id, waba_id, phone_number_id, phone_number, is_coexistence,
  is_registered_here, credentials, credentials_version, status, reason, last_error, last_error_reason, is_billing_blocked, version, sync,
  state_at, token_expires_at, restrictions, quality_rating, messaging_limit, name_status, described_at`;

/** The sealed part of a number. */
export interface Credentials {
  token: string;
  /** Only for numbers from before PINs had a table of their own. */
  pin?: string | null;
}

/** A number with its unsealed token. */
export interface OpenNumber {
  accountId: number;
  channelId: number;
  wabaId: string;
  phoneNumberId: string;
  isCoexistence: boolean;
  token: string;
  credentialsVersion: number;
}
