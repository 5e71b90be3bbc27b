import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AttemptError, Verdict } from './attempt.rules';
import type { Share } from './slots.rules';

/** An endpoint with pending deliveries. */
export interface PendingLane {
  accountId: number;
  webhookId: number;
  /** Milliseconds until the first of them is due; not positive when it is due now. */
  dueInMs: number;
}

/** A delivery that this process may attempt until `lockedUntil`, which is also its proof of that. */
export interface ClaimedDelivery {
  accountId: number;
  id: number;
  webhookId: number;
  eventId: string;
  payload: string;
  /** Attempts before this one. */
  attempts: number;
  lockedUntil: Date;
  url: string;
  sealedSecret: Buffer;
  isEndpointFailing: boolean;
}

/** What an attempt brought. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  verdict: Verdict;
  error: AttemptError | null;
  responseStatus: number | null;
  responseBody: string | null;
  durationMs: number;
}

/** The pending deliveries of all accounts as a queue with one lane an endpoint, shared by all replicas. */
@Injectable()
export class DispatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Steps from lane to lane along the index, so a long backlog in one costs nothing. */
  lanes(): Promise<PendingLane[]> {
    return this.dataSource.query(
      `WITH RECURSIVE lanes AS (
         (SELECT account_id, webhook_id FROM webhooks.deliveries WHERE status = 'pending'
          ORDER BY account_id, webhook_id LIMIT 1)
         UNION ALL
         SELECT next.* FROM lanes CROSS JOIN LATERAL (
           SELECT d.account_id, d.webhook_id FROM webhooks.deliveries d
           WHERE d.status = 'pending' AND (d.account_id, d.webhook_id) > (lanes.account_id, lanes.webhook_id)
           ORDER BY d.account_id, d.webhook_id LIMIT 1) AS next
       )
       SELECT e.account_id AS "accountId", e.id AS "webhookId",
         (extract(epoch FROM head.next_attempt_at - now()) * 1000)::float8 AS "dueInMs"
       FROM lanes
       JOIN webhooks.endpoints e ON e.account_id = lanes.account_id AND e.id = lanes.webhook_id
         AND e.deleted_at IS NULL
       CROSS JOIN LATERAL (
         SELECT d.next_attempt_at FROM webhooks.deliveries d
         WHERE d.account_id = lanes.account_id AND d.webhook_id = lanes.webhook_id AND d.status = 'pending'
           AND (d.locked_until IS NULL OR d.locked_until <= now())
         ORDER BY d.next_attempt_at LIMIT 1) AS head
       ORDER BY head.next_attempt_at`,
    );
  }

  /** Takes due deliveries, oldest first, up to each lane's quota. A lease that lapsed makes a delivery due again. */
  async claim(shares: Share[], leaseMs: number): Promise<ClaimedDelivery[]> {
    const [rows]: [ClaimedDelivery[], number] = await this.dataSource.query(
      `WITH due AS (
         SELECT head.* FROM unnest($1::bigint[], $2::bigint[], $3::int[]) AS lane(account_id, webhook_id, quota)
         CROSS JOIN LATERAL (
           SELECT d.account_id, d.id FROM webhooks.deliveries d
           WHERE d.account_id = lane.account_id AND d.webhook_id = lane.webhook_id AND d.status = 'pending'
             AND d.next_attempt_at <= now() AND (d.locked_until IS NULL OR d.locked_until <= now())
           ORDER BY d.next_attempt_at LIMIT lane.quota
           FOR UPDATE SKIP LOCKED) AS head
       )
       UPDATE webhooks.deliveries d SET locked_until = now() + $4 * interval '1 millisecond'
       FROM due, webhooks.endpoints e
       WHERE d.account_id = due.account_id AND d.id = due.id
         AND e.account_id = d.account_id AND e.id = d.webhook_id AND e.deleted_at IS NULL
       RETURNING d.account_id AS "accountId", d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId",
         d.payload, d.attempts, d.locked_until AS "lockedUntil", e.url, e.secret AS "sealedSecret",
         e.failing_since IS NOT NULL AS "isEndpointFailing"`,
      [
        shares.map(({ accountId }) => accountId),
        shares.map(({ webhookId }) => webhookId),
        shares.map(({ quota }) => quota),
        leaseMs,
      ],
    );
    return rows;
  }

  /** Writes results down, but for those whose lease has passed to another or ended with the delivery. */
  async record(results: AttemptResult[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhooks.deliveries d SET
         status = result.status,
         attempts = d.attempts + 1,
         next_attempt_at = now() + result.retry_in_ms * interval '1 millisecond',
         locked_until = NULL,
         response_status = result.response_status,
         response_body = result.response_body,
         error = result.error,
         duration_ms = result.duration_ms,
         delivered_at = CASE WHEN result.status = 'succeeded' THEN now() END,
         updated_at = now()
       FROM json_to_recordset($1) AS result (account_id bigint, id bigint, locked_until timestamptz,
         status text, retry_in_ms float8, response_status int, response_body text, error text, duration_ms int)
       WHERE d.account_id = result.account_id AND d.id = result.id AND d.locked_until = result.locked_until`,
      [JSON.stringify(results.map(toRecord))],
    );
  }

  /** Notes since when endpoints fail: from the first failure until any success. */
  async noteHealth(endpoints: { accountId: number; webhookId: number; isFailing: boolean }[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhooks.endpoints e
       SET failing_since = CASE WHEN health.is_failing THEN coalesce(e.failing_since, now()) END
       FROM unnest($1::bigint[], $2::bigint[], $3::boolean[]) AS health(account_id, webhook_id, is_failing)
       WHERE e.account_id = health.account_id AND e.id = health.webhook_id`,
      [
        endpoints.map(({ accountId }) => accountId),
        endpoints.map(({ webhookId }) => webhookId),
        endpoints.map(({ isFailing }) => isFailing),
      ],
    );
  }
}

function toRecord({ delivery, verdict, ...attempt }: AttemptResult): Record<string, unknown> {
  return {
    account_id: delivery.accountId,
    id: delivery.id,
    locked_until: delivery.lockedUntil,
    status: verdict.status,
    retry_in_ms: verdict.status === 'pending' ? verdict.retryInMs : null,
    response_status: attempt.responseStatus,
    response_body: attempt.responseBody,
    error: attempt.error,
    duration_ms: attempt.durationMs,
  };
}
