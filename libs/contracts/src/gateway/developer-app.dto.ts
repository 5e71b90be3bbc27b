import {
  Bool,
  Default,
  Id,
  IfGiven,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Text,
  Timestamp,
  Verbatim,
} from '..';

const RedirectUris = () => ListOf(Verbatim({ min: 1, max: 2_000 }), { maxItems: 20 });

/** A program of a third party, which people let act for their accounts. */
export class DeveloperApp {
  @Id() id!: number;
  @Id() account_id!: number;
  @Text({ max: 100 }) name!: string;
  /** `app_…` */
  @Verbatim() client_id!: string;
  /** Whether it can keep no secret, as a program on people's own machines. */
  @Bool() public!: boolean;
  @RedirectUris() redirect_uris!: string[];
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class DeveloperAppResult {
  @Nested(() => DeveloperApp) developer_app!: DeveloperApp;
}

export class DeveloperAppList {
  @ListOf(() => DeveloperApp) developer_apps!: DeveloperApp[];
}

export class ListDeveloperApps {
  /** Left out: the apps of all accounts. */
  @Optional() @Id() account_id?: number;
}

export class CreateDeveloperApp {
  @Id() account_id!: number;
  @Text({ max: 100 }) name!: string;
  @RedirectUris() redirect_uris!: string[];
  @Default(false) @Bool() public!: boolean;
}

export class CreatedDeveloperApp {
  @Nested(() => DeveloperApp) developer_app!: DeveloperApp;
  /** `aps_…`, told only here; null of a public app. */
  @Nullable() @Verbatim() client_secret!: string | null;
}

export class DeveloperAppRef {
  /** Its id or its client id. */
  @Verbatim({ min: 1, max: 100 }) app!: string;
}

/** The members that are given replace the app's; the rest stays. */
export class UpdateDeveloperApp {
  @Verbatim({ min: 1, max: 100 }) app!: string;
  @IfGiven() @Text({ max: 100 }) name?: string;
  @IfGiven() @RedirectUris() redirect_uris?: string[];
}

export class ListReturnHosts {
  /** Only this app counts; ignored for a bearer, where its own app counts. */
  @Optional() @Id() developer_app_id?: number;
}

/** The hosts that people may be sent back to, without ports. */
export class ReturnHosts {
  @ListOf(Verbatim()) hosts!: string[];
}
