/** After this many consecutive failures, a lane moves to the index of retrying lanes. */
export const FAILURES_OF_RETRYING = 3;

/** Every statement that adds deliveries to a lane sets this on its row `l`, in the same transaction. */
export const WAKE_LANE =
  'additions = l.additions + 1, due_at = least(l.due_at, greatest(now(), l.held_until))';

/** The condition that no process has the delivery `d` in flight. */
export const UNLOCKED = '(d.locked_until IS NULL OR d.locked_until <= now())';

/** Selects the pending deliveries of a lane, in the order in which they are attempted. */
export const pendingOf = (lane: string, columns: string, condition = 'true') => `
  SELECT ${columns} FROM webhooks.endpoint_deliveries d
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

/**
 * Ends the holds of lanes, unless another process has taken them over. $1, $2: the lanes, $3: the ends of their holds,
 * null if there is none; those of leases are rounded to milliseconds.
 */
export const GIVE_BACK_LANES = `
  WITH released AS MATERIALIZED (
    SELECT l.account_id, l.webhook_id, l.held_until > ours.held_until + interval '1 ms' AS is_taken_over
    FROM webhooks.lanes l
    JOIN (
      SELECT account_id, webhook_id, coalesce(max(held_until), '-infinity') AS held_until
      FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS lane(account_id, webhook_id, held_until)
      GROUP BY 1, 2) AS ours
      USING (account_id, webhook_id)
    ORDER BY 1, 2 FOR UPDATE OF l)
  UPDATE webhooks.lanes l SET
    held_until = CASE WHEN is_taken_over THEN l.held_until END,
    due_at = CASE WHEN is_taken_over THEN l.due_at ELSE now() END,
    additions = l.additions + 1
  FROM released WHERE l.account_id = released.account_id AND l.webhook_id = released.webhook_id`;
