import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What an account asks of its window. */
export interface Wish {
  accountId: number;
  /** How many requests. */
  asked: number;
  /** Requests in any minute. */
  limit: number;
}

/** What the window of an account gave. */
export interface Grant {
  granted: number;
  /** Requests that are left in the window. */
  remaining: number;
  /** Until room comes back. */
  resetMs: number;
}

interface GrantRow {
  granted: number;
  remaining: number;
  reset_ms: number;
}

/** The sliding windows of the accounts, in a table that all gateways share. */
@Injectable()
export class RateWindowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes up to `asked` requests out of the window of each account, as far as its limit allows.
   * @param wishes each of another account, in the order of the accounts: all replicas lock their rows in this order.
   */
  async take(wishes: Wish[]): Promise<Grant[]> {
    const rows: GrantRow[] = await this.dataSource.query(
      `SELECT granted, remaining, reset_ms
       FROM unnest($1::bigint[], $2::integer[], $3::integer[]) AS wish(account_id, asked, "limit"),
         LATERAL gateway.take_requests(account_id, asked, "limit")`,
      [
        wishes.map(({ accountId }) => accountId),
        wishes.map(({ asked }) => asked),
        wishes.map(({ limit }) => limit),
      ],
    );
    return rows.map(({ granted, remaining, reset_ms }) => ({ granted, remaining, resetMs: reset_ms }));
  }
}
