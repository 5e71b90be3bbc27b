import { Bool, Id, Nested, Nullable, OneOf, Optional, roles, Text, Timestamp, Verbatim, type Role } from '..';

/** A person of the account, who can sign in to the hosted pages and be assigned tickets. */
export class User {
  @Id() id!: number;
  @Id() account_id!: number;
  @Verbatim() email!: string;
  @Nullable() @Verbatim() name!: string | null;
  /** Absent in answers of gateways of an older version. */
  @Optional() @OneOf(roles) role?: Role;
  /** Whether they are an operator of the installation. Absent like the role. */
  @Optional() @Bool() is_operator?: boolean;
  /** Whether they enter a code after the password. Absent like the role. */
  @Optional() @Bool() second_factor?: boolean;
  /** When the person was disabled and could no longer sign in; null while enabled. */
  @Nullable() @Timestamp() disabled_at!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class CreateUser {
  @Id() account_id!: number;
  @Text({ min: 3, max: 254 }) email!: string;
  @Optional() @Text({ max: 100 }) name?: string;
  /** If absent, the first person of an account becomes its owner, and others admins. */
  @Optional() @OneOf(roles) role?: Role;
  /** If absent, a password is generated and returned once. */
  @Optional() @Verbatim({ min: 12, max: 200 }) password?: string;
}

export class CreatedUser {
  @Nested(() => User) user!: User;
  /** The generated password, returned only here; null if the caller chose it. */
  @Nullable() @Verbatim() password!: string | null;
}

export class UserRef {
  @Id() account_id!: number;
  @Id() user_id!: number;
}

export class UserResult {
  @Nested(() => User) user!: User;
}

export class UserName {
  /** The e-mail address or the id. */
  @Verbatim({ min: 1, max: 254 }) user!: string;
}

export class SetUserPassword {
  /** The e-mail address or the id. */
  @Verbatim({ min: 1, max: 254 }) user!: string;
  @Verbatim({ min: 12, max: 200 }) password!: string;
}

export class SetUserRole {
  /** The e-mail address or the id. */
  @Verbatim({ min: 1, max: 254 }) user!: string;
  @OneOf(roles) role!: Role;
}
