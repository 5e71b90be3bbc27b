import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DisabledReason } from '@chat/contracts/webhooks';
import type { Lane } from '../lanes/lane';
import { FAILURES_OF_RETRYING, lapseOf, pendingOf, UNLOCKED } from '../lanes/lanes.sql';
import type { Outcome } from './outcome.rules';

/** An endpoint whose health changed, as it is now. */
export interface HealthChange extends Lane {
  isFailing: boolean;
  /** Why the endpoint is disabled now; null if it is active. */
  disabledReason: DisabledReason | null;
}

/** Applies the outcomes of attempts to endpoints and lanes. */
@Injectable()
export class OutcomesRepository {
  /**
   * Records when endpoints began to fail, and disables those that are gone or have failed for 5 days, unless
   * their address is no longer the one that was called. Also notes whether an endpoint is proven.
   * @returns the endpoints whose health this call changed.
   */
  async noteHealth(outcomes: readonly Outcome[], manager: EntityManager): Promise<HealthChange[]> {
    const [rows]: [(HealthChange & { hasChanged: boolean })[], number] = await manager.query(HEALTH, [
      ...keysOf(outcomes),
      outcomes.map(({ hasSuccess }) => hasSuccess),
      outcomes.map(({ isGone }) => isGone),
      outcomes.map(({ url }) => url),
      outcomes.map(({ isProven }) => isProven),
    ]);
    return rows.filter(({ hasChanged }) => hasChanged);
  }

  /**
   * Sets when lanes are due next. Call it after the results have been written. Its transaction does not wait for the
   * disk, because transactions that add to the lanes wait for it; if a crash of Postgres loses it, the next attempt
   * restores it.
   */
  async moveLanes(outcomes: readonly Outcome[], manager: EntityManager): Promise<void> {
    await manager.query(MOVE_LANES, [
      ...keysOf(outcomes),
      outcomes.map(({ hasSuccess }) => hasSuccess),
      outcomes.map(({ failures }) => failures),
      outcomes.map(({ restMs }) => restMs),
      outcomes.map(({ wasTrial }) => wasTrial),
    ]);
  }
}

function keysOf(outcomes: readonly Outcome[]): [number[], number[]] {
  return [outcomes.map(({ accountId }) => accountId), outcomes.map(({ webhookId }) => webhookId)];
}

/** Rows are locked in key order, so that replicas cannot deadlock. */
const HEALTH = `
  WITH outcome AS MATERIALIZED (
    SELECT o.account_id, o.webhook_id, o.has_success, o.url = e.url AS is_current, o.was_gone AND o.url = e.url AS is_gone,
      NOT o.has_success AND e.failing_since <= now() - interval '5 days' AND o.url = e.url AS is_dead,
      CASE WHEN o.url = e.url THEN coalesce(o.is_proven, e.is_proven) ELSE e.is_proven END AS is_proven,
      e.is_proven AS was_proven, e.failing_since
    FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::boolean[], $5::text[], $6::boolean[])
      AS o(account_id, webhook_id, has_success, was_gone, url, is_proven)
    JOIN webhooks.endpoints e ON e.account_id = o.account_id AND e.id = o.webhook_id
    WHERE e.status = 'active' AND e.deleted_at IS NULL
    ORDER BY e.account_id, e.id FOR UPDATE OF e
  ), change AS MATERIALIZED (
    SELECT outcome.*, is_gone OR is_dead OR CASE WHEN has_success THEN failing_since IS NOT NULL
      ELSE failing_since IS NULL AND is_current END AS has_changed
    FROM outcome
  )
  UPDATE webhooks.endpoints e SET
    failing_since = CASE WHEN NOT o.has_success OR o.is_gone THEN coalesce(e.failing_since, now()) END,
    status = CASE WHEN o.is_gone OR o.is_dead THEN 'disabled' ELSE e.status END,
    disabled_reason = CASE WHEN o.is_gone THEN 'gone' WHEN o.is_dead THEN 'failing' END,
    disabled_at = CASE WHEN o.is_gone OR o.is_dead THEN now() END,
    is_proven = o.is_proven,
    updated_at = CASE WHEN o.has_changed THEN now() ELSE e.updated_at END
  FROM change o
  WHERE e.account_id = o.account_id AND e.id = o.webhook_id AND (o.has_changed OR o.is_proven <> o.was_proven)
  RETURNING e.account_id AS "accountId", e.id AS "webhookId", e.failing_since IS NOT NULL AS "isFailing",
    e.disabled_reason AS "disabledReason", o.has_changed AS "hasChanged"`;

/**
 * A retrying lane rests after each attempt for 1/300 of the time it has been failing, or for as long as the attempt
 * demands if that is longer, but between 0.1 and 60 s. Dead endpoints thus cost little, however many there are and however
 * much is pending, and about a hundred deliveries stay on schedule.
 */
const REST = `least(greatest(
  extract(epoch FROM now() - coalesce(o.failing_since, now())) / 300, 0.1, o.rest_ms / 1000), 60) * interval '1 s'`;

/**
 * The snapshot's `additions`, on which the search for the next delivery is based, must equal that of the locked row. An
 * attempt that was no trial may end while a trial holds the lane: it does not shorten that hold, or there would be two trials.
 */
const MOVE_LANES = `
  WITH no_wait AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  ), outcome AS MATERIALIZED (
    SELECT o.*, l.additions, e.failing_since, e.is_proven, e.status = 'active' AS is_open,
      least((${pendingOf('o', 'd.next_attempt_at', UNLOCKED)} LIMIT 1), ${lapseOf('o')}) AS next_at
    FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::int[], $5::float8[], $6::boolean[])
      AS o(account_id, webhook_id, has_success, failed, rest_ms, was_trial)
    JOIN webhooks.lanes l ON l.account_id = o.account_id AND l.webhook_id = o.webhook_id
    JOIN webhooks.endpoints e ON e.account_id = o.account_id AND e.id = o.webhook_id
  ), locked AS MATERIALIZED (
    SELECT o.*, l.additions = o.additions AS is_current,
      NOT o.has_success AND l.failures + o.failed >= ${FAILURES_OF_RETRYING} AS retries,
      o.was_trial OR l.failures >= ${FAILURES_OF_RETRYING} AS retried,
      greatest(now() + ${REST}, CASE
        WHEN (l.failures >= ${FAILURES_OF_RETRYING} OR NOT o.is_proven) AND NOT o.was_trial THEN l.held_until END) AS rests_until
    FROM outcome o JOIN webhooks.lanes l ON l.account_id = o.account_id AND l.webhook_id = o.webhook_id
    ORDER BY l.account_id, l.webhook_id FOR UPDATE OF l
  )
  UPDATE webhooks.lanes l SET
    failures = CASE WHEN o.has_success THEN 0 ELSE l.failures + o.failed END,
    held_until = CASE WHEN o.retries THEN o.rests_until WHEN NOT o.retried THEN l.held_until END,
    due_at = CASE
      WHEN NOT o.is_open AND o.is_current THEN NULL
      WHEN o.retries AND o.is_current AND o.next_at IS NULL THEN NULL
      WHEN o.retries THEN greatest(o.rests_until, CASE WHEN o.is_current THEN o.next_at END)
      WHEN o.retried THEN now()
      ELSE least(l.due_at, greatest(o.next_at, l.held_until)) END
  FROM no_wait, locked o WHERE l.account_id = o.account_id AND l.webhook_id = o.webhook_id`;
