/** After this many consecutive failures, a lane moves to the index of retrying lanes. */
export const FAILURES_OF_RETRYING = 3;

/** The condition that no process has the delivery `d` in flight. */
export const UNLOCKED = '(d.locked_until IS NULL OR d.locked_until <= now())';

/** Selects the pending deliveries of a lane, in the order in which they are attempted. */
export const pendingOf = (lane: string, columns: string, condition = 'true') => `
  SELECT ${columns} FROM webhooks.deliveries d
  WHERE d.account_id = ${lane}.account_id AND d.webhook_id = ${lane}.webhook_id AND d.status = 'pending'
    AND ${condition}
  ORDER BY d.next_attempt_at, d.id`;

/**
 * Selects when the lease of a lane's first delivery lapses; null if it is not in flight. Deliveries in flight are
 * always the first of their lane, so the first one represents them all.
 */
export const lapseOf = (lane: string) => `
  (SELECT CASE WHEN head.locked_until > now() THEN head.locked_until END
   FROM (${pendingOf(lane, 'd.locked_until')} LIMIT 1) AS head)`;
