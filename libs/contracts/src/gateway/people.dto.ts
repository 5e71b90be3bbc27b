import {
  Bool,
  Id,
  IfGiven,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  roles,
  Text,
  Timestamp,
  Verbatim,
  type Role,
} from '..';
import { AccountName } from './reads.dto';
import { User } from './user.dto';

/** A person as they see themselves. */
export class Me {
  @Nested(() => User) user!: User;
  @Nested(() => AccountName) account!: AccountName;
  /** What their role includes. */
  @ListOf(Verbatim()) scopes!: string[];
  /** Until when operations that need it take the person's word for who they are; null: not now. */
  @Nullable() @Timestamp() stepped_up_until!: string | null;
}

export class UpdateMe {
  @IfGiven() @Nullable() @Text({ max: 100 }) name?: string | null;
}

export class ChangeOwnPassword {
  @Verbatim({ min: 1, max: 200 }) current_password!: string;
  @Verbatim({ min: 12, max: 200 }) password!: string;
}

export class StepUp {
  @Verbatim({ min: 1, max: 200 }) password!: string;
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
