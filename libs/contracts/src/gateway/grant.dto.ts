import { Id, ListOf, Nested, Nullable, Timestamp, Verbatim } from '..';

/** What a person has authorized a developer app to do for their account. */
export class Grant {
  @Id() id!: number;
  @Id() account_id!: number;
  @Id() user_id!: number;
  @Verbatim() email!: string;
  @Id() app_id!: number;
  @Verbatim() app_name!: string;
  @Verbatim() client_id!: string;
  @ListOf(Verbatim()) scopes!: string[];
  @Nullable() @Timestamp() revoked_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class GrantList {
  @ListOf(() => Grant) grants!: Grant[];
}

export class GrantRef {
  @Id() grant_id!: number;
}

export class GrantEndedData {
  @Id() grant_id!: number;
}

export class GrantResult {
  @Nested(() => Grant) grant!: Grant;
}
