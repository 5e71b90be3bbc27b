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

export const RedirectUris = () => ListOf(Verbatim({ min: 1, max: 2_000 }), { maxItems: 20 });

/** A third-party program that people can authorize to act for their accounts. */
export class DeveloperApp {
  @Id() id!: number;
  @Id() account_id!: number;
  @Text({ max: 100 }) name!: string;
  /** `app_…` */
  @Verbatim() client_id!: string;
  /** Whether the app is a public client, which cannot keep a secret, such as a program on people's own devices. */
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
  /** Lists only the apps of this account; those of all accounts if absent. */
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
  /** `aps_…`, returned only here; null for a public app. */
  @Nullable() @Verbatim() client_secret!: string | null;
}

export class DeveloperAppRef {
  /** The app's id or client id. */
  @Verbatim({ min: 1, max: 100 }) app!: string;
}

/** Members that are present replace the app's values; the others stay unchanged. */
export class UpdateDeveloperApp {
  @Verbatim({ min: 1, max: 100 }) app!: string;
  @IfGiven() @Text({ max: 100 }) name?: string;
  @IfGiven() @RedirectUris() redirect_uris?: string[];
}

export class ListReturnHosts {
  /** Restricts the list to the redirect URIs of this app; ignored for a bearer, whose own app is used. */
  @Optional() @Id() developer_app_id?: number;
}

/** The hosts that people may be redirected to, without ports. */
export class ReturnHosts {
  @ListOf(Verbatim()) hosts!: string[];
}
