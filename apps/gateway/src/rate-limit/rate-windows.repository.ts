import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The requests to take from an account's window. */
export interface Wish {
  accountId: number;
  /** The number of requests. */
  asked: number;
  /** Requests per minute. */
  limit: number;
}

/** The result for one account. */
export interface Grant {
  granted: number;
  /** Requests left in the window. */
  remaining: number;
  /** Milliseconds until requests are allowed again. */
  resetMs: number;
}

interface GrantRow {
  granted: number;
  remaining: number;
  reset_ms: number;
}

/** The sliding windows of accounts, in a table shared by all gateways. */
@Injectable()
export class RateWindowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes up to `asked` requests from the window of each account, as far as its limit allows.
   * @param wishes one per account, sorted by account: all replicas lock the rows in this order.
   */
  async consume(wishes: Wish[]): Promise<Grant[]> {
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

  /** Returns how many requests are left in the window of an account, without taking any. */
  async remaining(accountId: number, limit: number): Promise<number> {
    const [row]: [Pick<GrantRow, 'remaining'>] = await this.dataSource.query(
      'SELECT remaining FROM gateway.take_requests($1, 0, $2)',
      [accountId, limit],
    );
    return row.remaining;
  }

  /** Returns the accounts that took the most requests within the latest minute. Reads one row per account. */
  async count(): Promise<{ account_id: number; requests: number }[]> {
    return this.dataSource.query(
      `SELECT account_id, used AS requests FROM gateway.rate_windows
       WHERE second > extract(epoch FROM clock_timestamp()) - 60 AND used > 0 AND account_id > 0
       ORDER BY used DESC LIMIT 1000`,
    );
  }
}
