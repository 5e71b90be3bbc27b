import {
  Bool,
  Id,
  IfGiven,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  roles,
  Text,
  Timestamp,
  Verbatim,
  type Role,
} from '..';
import { AccountName } from './reads.dto';
import { User } from './user.dto';

export class OwnSecondFactor {
  @Timestamp() since!: string;
  @Int({ min: 0 }) recovery_codes_left!: number;
}

/** An account that the person is in, and their role there. */
export class Membership extends AccountName {
  @OneOf(roles) role!: Role;
}

/** A person as they see themselves. */
export class Me {
  @Nested(() => User) user!: User;
  @Nested(() => AccountName) account!: AccountName;
  /** Those that they may choose from, this one included. */
  @ListOf(() => Membership) accounts!: Membership[];
  /** Null without one. */
  @Nullable() @Nested(() => OwnSecondFactor) second_factor!: OwnSecondFactor | null;
  /** What their role includes. */
  @ListOf(Verbatim()) scopes!: string[];
  /** The names of the feature flags that are on. */
  @Optional() @ListOf(Verbatim()) features?: string[];
  /** Until when operations that need it take the person's word for who they are; null: not now. */
  @Nullable() @Timestamp() stepped_up_until!: string | null;
  /** From where they ask, as the gateway sees it. Absent in answers of gateways of an older version. */
  @Optional() @Nullable() @Verbatim() address?: string | null;
}

export class UpdateMe {
  @IfGiven() @Nullable() @Text({ max: 100 }) name?: string | null;
}

export class ChangeOwnPassword {
  @Verbatim({ min: 1, max: 200 }) current_password!: string;
  @Verbatim({ min: 12, max: 200 }) password!: string;
}

/** Exactly one of the two. */
export class StepUp {
  @Optional() @Verbatim({ min: 1, max: 200 }) password?: string;
  /** Of the authenticator app, or a recovery code. */
  @Optional() @Verbatim({ min: 1, max: 50 }) code?: string;
}

export class SteppedUp {
  @Timestamp() stepped_up_until!: string;
}

/** A browser in which the person is signed in. */
export class OwnSession {
  @Id() id!: number;
  /** Whether it is the one that asks. */
  @Bool() is_current!: boolean;
  /** Where it began; null if a gateway of an older version began it. */
  @Nullable() @Verbatim() address!: string | null;
  @Nullable() @Verbatim() user_agent!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() expires_at!: string;
}

export class OwnSessionList {
  @ListOf(() => OwnSession) sessions!: OwnSession[];
}

export class EndedSessions {
  @Bool() ended!: true;
}

export class UserList {
  @ListOf(() => User) users!: User[];
}

/** Members that are present replace the person's values; the others stay unchanged. */
export class UpdateUser {
  @IfGiven() @OneOf(roles) role?: Role;
  /** Whether the person may not sign in. */
  @IfGiven() @Bool() disabled?: boolean;
}

/** For an authenticator app. It counts once the first code is entered. */
export class BegunTotp {
  /** In base32, to type it in. */
  @Verbatim() secret!: string;
  /** `otpauth://…`, to show it as a QR code. */
  @Verbatim() uri!: string;
}

export class TotpCode {
  @Verbatim({ min: 1, max: 50 }) code!: string;
}

/** Each works once instead of a code. Returned only here. */
export class RecoveryCodes {
  @ListOf(Verbatim()) recovery_codes!: string[];
}
