import {
  About,
  Bool,
  Example,
  Id,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Timestamp,
  Verbatim,
} from '..';
import { AccountName } from './reads.dto';

export class Account {
  @Id() id!: number;
  @Text({ max: 100 }) name!: string;
  /** Channel slots; -1 means unlimited. */
  @Int({ min: -1 }) account_limit!: number;
  @Bool() device_channels!: boolean;
  @Bool() cloud_channels!: boolean;
  @Bool() coexistence!: boolean;
  /** Requests allowed in any minute. */
  @Int({ min: 1 }) rate_limit!: number;
  /** Whether webhooks may be tested and deliveries resent. */
  @Bool() manual_probes!: boolean;
  /** Whether agents may connect (MCP). Absent in answers of gateways of an older version. */
  @Optional() @Bool() mcp?: boolean;
  /** Since when the account is suspended; null if it is not. Absent in answers of gateways of an older version. */
  @Optional() @Nullable() @Timestamp() suspended_at?: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class AccountResult {
  @Nested(() => Account) account!: Account;
}

export class AccountList {
  @ListOf(() => Account) accounts!: Account[];
}

export class AccountRef {
  @Id() account_id!: number;
}

export class AccountSuspensionData {
  /** Whether the account is suspended from now on, or resumes. */
  @Bool() is_suspended!: boolean;
}

export class CreateAccount {
  @Text({ max: 100 }) name!: string;
  /** -1 means unlimited. */
  @Int({ min: -1, max: 1_000_000 }) account_limit!: number;
  @Bool() device_channels!: boolean;
  @Bool() cloud_channels!: boolean;
  @Bool() coexistence!: boolean;
  @Int({ min: 1, max: 1_000_000 }) rate_limit!: number;
}

/** Members that are present replace the account's values; the others stay unchanged. */
export class UpdateAccount {
  @Id() account_id!: number;
  @Optional() @Text({ max: 100 }) name?: string;
  @Optional() @Int({ min: -1, max: 1_000_000 }) account_limit?: number;
  @Optional() @Bool() device_channels?: boolean;
  @Optional() @Bool() cloud_channels?: boolean;
  @Optional() @Bool() coexistence?: boolean;
  @Optional() @Int({ min: 1, max: 1_000_000 }) rate_limit?: number;
  @Optional() @Bool() manual_probes?: boolean;
  @Optional() @Bool() mcp?: boolean;
}

export class ApiKey {
  @Id() account_id!: number;
  /** `ck_…` */
  @Verbatim() client_id!: string;
  /** Absent, like the next two, in answers of gateways of an older version. */
  @Optional() @Nullable() @Text({ max: 100 }) name?: string | null;
  /** From when on the key no longer works; null: never. One that is prolonged afterwards works within 30 seconds. */
  @Optional() @Nullable() @Timestamp() expires_at?: string | null;
  /** The person who made it; null for the admin tool. */
  @Optional() @Nullable() @Id() created_by?: number | null;
  /** Null grants every scope except those that must be listed explicitly. */
  @Nullable() @ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 50 }) scopes!: string[] | null;
  /** Addresses and CIDR ranges; an empty list allows no address. */
  @ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 200 }) allowlist!: string[];
  @Nullable() @Timestamp() revoked_at!: string | null;
  /** How long the previous secret stays valid after a rotation; null if only the current one is valid. */
  @Nullable() @Timestamp() former_secret_until!: string | null;
  /** Accurate to the minute. */
  @Nullable() @Timestamp() last_used_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class CreateApiKey {
  @Id() account_id!: number;
  @Optional() @Text({ max: 100 }) name?: string;
  @Optional() @Timestamp() expires_at?: string;
  /** Absent or null as in `ApiKey.scopes`: every scope except those that must be listed explicitly. */
  @Optional() @ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 50 }) scopes?: string[] | null;
  @ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 200 }) allowlist!: string[];
}

export class CreatedApiKey {
  @Nested(() => ApiKey) api_key!: ApiKey;
  /** `cs_…`, returned only here. */
  @Verbatim() client_secret!: string;
}

export class ListApiKeys {
  /** Lists only the keys of this account; those of all accounts if absent. */
  @Optional() @Id() account_id?: number;
}

export class ApiKeyList {
  @ListOf(() => ApiKey) api_keys!: ApiKey[];
}

export class ApiKeyRef {
  @Verbatim({ min: 1, max: 100 }) client_id!: string;
}

/** Members that are present replace the key's values; the others stay unchanged. */
export class UpdateApiKey {
  @Verbatim({ min: 1, max: 100 }) client_id!: string;
  /** Null as in `ApiKey.scopes`: every scope except those that must be listed explicitly. */
  @IfGiven() @Nullable() @ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 50 }) scopes?: string[] | null;
  @IfGiven() @ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 200 }) allowlist?: string[];
}

export class RotateApiKey {
  @Verbatim({ min: 1, max: 100 }) client_id!: string;
  /** How long the previous secret stays valid, in hours; 0 revokes it immediately. */
  @Int({ min: 0, max: 720 }) overlap_hours!: number;
}

export class ApiKeyResult {
  @Nested(() => ApiKey) api_key!: ApiKey;
}

export class Ping {
  @About("The caller's address as the service sees it.") @Example('203.0.113.7') @Verbatim() ip!: string;
  @About('Whether the address is on the allowlist of the key; always true for an access token.')
  @Bool()
  allowlisted!: boolean;
  @OneOf(['api_key', 'bearer']) credential_type!: 'api_key' | 'bearer';
  @Nested(() => AccountName) account!: AccountName;
}
