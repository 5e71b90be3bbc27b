import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { SuspendedAccounts } from '@chat/service-kit';
import { Dispatcher } from '../dispatch/dispatcher';
import { WAKE_LANE } from '../lanes/lanes.sql';

/**
 * Nothing was attempted meanwhile, so the time of the suspension does not count as time of failing: endpoints that were
 * failing have five days again.
 */
const EXCUSE_ENDPOINTS = `
  UPDATE webhooks.endpoints SET failing_since = now(), updated_at = now()
  WHERE account_id = $1 AND failing_since IS NOT NULL AND status = 'active' AND deleted_at IS NULL`;

/** Locks the lanes in key order, as everybody does. */
const WAKE_LANES = `
  WITH lane AS MATERIALIZED (
    SELECT account_id, webhook_id FROM webhooks.lanes WHERE account_id = $1 ORDER BY webhook_id FOR UPDATE
  )
  UPDATE webhooks.lanes l SET ${WAKE_LANE}
  FROM lane WHERE l.account_id = lane.account_id AND l.webhook_id = lane.webhook_id`;

/** Continues the deliveries of accounts that resume. Claims parked their lanes when they found them suspended. */
@Injectable()
export class Resumptions {
  constructor(
    suspended: SuspendedAccounts,
    private readonly dispatcher: Dispatcher,
  ) {
    suspended.onResumed((accountId, tx) => this.resume(accountId, tx));
  }

  private async resume(accountId: number, tx: Transaction): Promise<void> {
    await tx.manager.query(EXCUSE_ENDPOINTS, [accountId]);
    await tx.manager.query(WAKE_LANES, [accountId]);
    tx.afterCommit(() => this.dispatcher.wake());
  }
}
