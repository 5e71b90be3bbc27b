import { Bool, Id, Int, ListOf } from '..';

/** How far back the load of accounts is counted. */
export class ReadLoad {
  @Int({ min: 1, max: 1440 }) minutes!: number;
}

/** What one account causes in a service. */
export class AccountLoad {
  @Id() account_id!: number;
  /** Events that were published within the time. */
  @Int({ min: 0 }) events!: number;
  /** Jobs that are not at an end. */
  @Int({ min: 0 }) jobs!: number;
}

export class Load {
  @ListOf(() => AccountLoad) accounts!: AccountLoad[];
  /** True if there was more than is counted, so that only the latest is. */
  @Bool() is_cut!: boolean;
}
