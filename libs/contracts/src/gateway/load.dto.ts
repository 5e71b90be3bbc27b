import { Id, Int, ListOf } from '..';

/** The requests of one account within the latest minute. */
export class AccountRequests {
  @Id() account_id!: number;
  @Int({ min: 0 }) requests!: number;
}

/** The accounts with the most requests, at most 1,000. */
export class RequestCounts {
  @ListOf(() => AccountRequests) accounts!: AccountRequests[];
}
