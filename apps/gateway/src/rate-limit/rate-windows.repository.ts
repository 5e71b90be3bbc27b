import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

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
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    // Every request waits for this statement, and TypeORM cannot prepare one: that takes a third off it.
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  /** Takes up to `asked` requests out of the account's window, as far as the limit allows. */
  async take(accountId: number, asked: number, limit: number): Promise<Grant> {
    const { rows } = await this.pool.query<GrantRow>({
      name: 'take_requests',
      text: 'SELECT granted, remaining, reset_ms FROM gateway.take_requests($1, $2, $3)',
      values: [accountId, asked, limit],
    });
    const { granted, remaining, reset_ms } = rows[0]!;
    return { granted, remaining, resetMs: reset_ms };
  }
}
