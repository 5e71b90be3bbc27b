import { Injectable } from '@nestjs/common';
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
  constructor(private readonly dataSource: DataSource) {}

  /** Takes up to `asked` requests out of the account's window, as far as the limit allows. */
  async take(accountId: number, asked: number, limit: number): Promise<Grant> {
    const [{ granted, remaining, reset_ms }]: [GrantRow] = await this.dataSource.query(
      'SELECT granted, remaining, reset_ms FROM gateway.take_requests($1, $2, $3)',
      [accountId, asked, limit],
    );
    return { granted, remaining, resetMs: reset_ms };
  }
}
