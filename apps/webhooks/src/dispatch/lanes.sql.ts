/** From so many failed attempts in a row on, a lane is looked at by the index of those that only retry. */
export const FAILURES_OF_RETRYING = 3;

/** Whether nobody has the delivery `d` under way. */
export const UNLOCKED = '(d.locked_until IS NULL OR d.locked_until <= now())';

/** The pending deliveries of a lane, in the order in which they are attempted. */
export const pendingOf = (lane: string, columns: string, condition = 'true') => `
  SELECT ${columns} FROM webhooks.deliveries d
  WHERE d.account_id = ${lane}.account_id AND d.webhook_id = ${lane}.webhook_id AND d.status = 'pending'
    AND ${condition}
  ORDER BY d.next_attempt_at, d.id`;

/**
 * When the lease of a lane's first delivery lapses; null when nobody has it under way. Deliveries that are under way are
 * the first of their lane, so the first stands for all of them.
 */
export const lapseOf = (lane: string) => `
  (SELECT CASE WHEN head.locked_until > now() THEN head.locked_until END
   FROM (${pendingOf(lane, 'd.locked_until')} LIMIT 1) AS head)`;
