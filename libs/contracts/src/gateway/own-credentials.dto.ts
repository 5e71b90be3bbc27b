import { Bool, Default, IfGiven, Int, ListOf, Nullable, Optional, Text, Timestamp, Verbatim } from '..';
import { RedirectUris } from './developer-app.dto';

const Scopes = () => ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 50 });
const Allowlist = () => ListOf(Verbatim({ min: 1, max: 50 }), { maxItems: 200 });

export class ApiKeyParams {
  @Verbatim({ min: 1, max: 100 }) clientId!: string;
}

export class CreateOwnApiKey {
  @Text({ max: 100 }) name!: string;
  /** Absent or null: every scope except those that must be listed explicitly. */
  @Optional() @Scopes() scopes?: string[] | null;
  /** Addresses and CIDR ranges; an empty list allows no address. */
  @Allowlist() allowlist!: string[];
  @Optional() @Timestamp() expires_at?: string | null;
}

/** Members that are present replace the key's values; the others stay unchanged. */
export class UpdateOwnApiKey {
  @IfGiven() @Nullable() @Text({ max: 100 }) name?: string | null;
  @IfGiven() @Nullable() @Scopes() scopes?: string[] | null;
  @IfGiven() @Allowlist() allowlist?: string[];
  @IfGiven() @Nullable() @Timestamp() expires_at?: string | null;
}

export class RotateOwnApiKey {
  /** How long the previous secret stays valid, in hours; 0 revokes it immediately. */
  @Default(24) @Int({ min: 0, max: 720 }) overlap_hours!: number;
}

export class CreateOwnDeveloperApp {
  @Text({ max: 100 }) name!: string;
  @RedirectUris() redirect_uris!: string[];
  @Default(false) @Bool() public!: boolean;
}

export class UpdateOwnDeveloperApp {
  @IfGiven() @Text({ max: 100 }) name?: string;
  @IfGiven() @RedirectUris() redirect_uris?: string[];
}

/** Members that are present replace the account's settings; the others stay unchanged. */
export class UpdateOwnAccount {
  @IfGiven() @Text({ max: 100 }) name?: string;
  /** Whether agents may connect (MCP). */
  @IfGiven() @Bool() mcp?: boolean;
}
