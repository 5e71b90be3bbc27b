import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClaimedDelivery } from '../attempts/claimed-delivery';
import { isOnTrial, type Hold, type Lane } from '../lanes/lane';
import { FAILURES_OF_RETRYING, lapseOf, pendingOf, GIVE_BACK_LANES, UNLOCKED } from '../lanes/lanes.sql';
import { PAYLOAD } from '../payloads/payloads.sql';
import type { Share } from './slots.rules';

/** A lane that a dispatcher should look at. */
export interface WaitingLane extends Lane {
  /** Milliseconds until it is due; zero or negative if it is due now. */
  dueInMs: number;
  /** Whether the latest attempts failed. */
  isRetrying: boolean;
  /** Whether the endpoint has responded with 2xx, and its latest exchange cost no more than a normal one. */
  isProven: boolean;
}

/** The result of a claim for one lane. */
export interface ClaimedLane extends Lane {
  /**
   * Whether this process holds the lane: more deliveries are due than were claimed, or a delivery is being added, so
   * that the hold could not be ended.
   */
  isHeld: boolean;
  /** The end of the hold, which the next claim presents as its fencing token. */
  heldUntil: string;
}

/** What a process does not need any more. */
export interface GivenBack {
  deliveries: readonly ClaimedDelivery[];
  holds: readonly Hold[];
}

interface DueLanesOptions {
  aheadMs: number;
  crowded: number[];
  overspent: number[];
  retrying: number;
}

interface ClaimOptions {
  leaseMs: number;
  holdMs: number;
  heldUntilOf: (webhookId: number) => string | undefined;
}

/** The maximum number of due lanes that a round reads: this many healthy ones and this many retrying ones. */
export const LANES_A_ROUND = 512;

/** The pending deliveries of all accounts, as a queue with one lane per endpoint that all replicas share. */
@Injectable()
export class DispatchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns lanes that are due now or within `aheadMs`, the longest waiting first. Their number is bounded, however
   * many are waiting.
   * @param crowded accounts to skip.
   * @param overspent accounts whose unproven endpoints to skip.
   * @param retrying the maximum number of retrying lanes to return.
   */
  dueLanes({ aheadMs, crowded, overspent, retrying }: DueLanesOptions): Promise<WaitingLane[]> {
    const most = Math.min(retrying, LANES_A_ROUND);
    return this.dataSource.query(DUE_LANES, [aheadMs, crowded, most, overspent]);
  }

  /**
   * Claims due deliveries, oldest first, up to each lane's quota, and sets when each lane is due next. A quota of 0
   * only renews the hold. A delivery whose lease has lapsed is due again.
   * @param heldUntilOf the end of the hold that this process has of a lane. A hold that lapsed and passed to another
   * process is ignored.
   */
  async claim(
    shares: readonly Share[],
    { leaseMs, holdMs, heldUntilOf }: ClaimOptions,
  ): Promise<{ lanes: ClaimedLane[]; deliveries: ClaimedDelivery[] }> {
    const rows: (LaneRow | DeliveryRow)[] = await this.dataSource.query(CLAIM, [
      shares.map(({ accountId }) => accountId),
      shares.map(({ webhookId }) => webhookId),
      shares.map(({ quota }) => quota),
      leaseMs,
      holdMs,
      shares.map(({ webhookId }) => heldUntilOf(webhookId) ?? null),
    ]);
    const lanes = new Map(rows.flatMap((row) => (isDelivery(row) ? [] : [[row.webhookId, row]])));
    return {
      lanes: [...lanes.values()],
      deliveries: rows.filter(isDelivery).map((row) => toClaimed(row, lanes.get(row.webhookId)!)),
    };
  }

  /**
   * Renews the leases of claimed deliveries.
   * @returns the deliveries that no other process has claimed in the meantime.
   */
  async renew(deliveries: readonly ClaimedDelivery[], leaseMs: number): Promise<ClaimedDelivery[]> {
    const [rows]: [{ id: number; lockedUntil: string }[], number] = await this.dataSource.query(
      `UPDATE webhooks.endpoint_deliveries d SET locked_until = now() + $4 * interval '1 ms' FROM ${LEASES}
       RETURNING d.id, d.locked_until::text AS "lockedUntil"`,
      [...leasesOf(deliveries), leaseMs],
    );
    const renewed = new Map(rows.map(({ id, lockedUntil }) => [id, lockedUntil]));
    return deliveries.flatMap((delivery) => {
      const lockedUntil = renewed.get(delivery.id);
      return lockedUntil === undefined ? [] : [{ ...delivery, lockedUntil }];
    });
  }

  /**
   * Gives back deliveries that this process will not attempt, and holds, so that others need not wait for them to lapse.
   * A hold that passed to another process remains. It counts as an addition for concurrent computations of `due_at`.
   */
  async giveBack({ deliveries, holds }: GivenBack): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhooks.endpoint_deliveries d SET locked_until = NULL FROM ${LEASES}`,
      leasesOf(deliveries),
    );
    const lanes = [
      // A trial holds the lane as long as its delivery.
      ...deliveries.map((delivery) => ({
        ...delivery,
        heldUntil: isOnTrial(delivery) ? delivery.lockedUntil : null,
      })),
      ...holds,
    ];
    await this.dataSource.query(GIVE_BACK_LANES, [
      lanes.map(({ accountId }) => accountId),
      lanes.map(({ webhookId }) => webhookId),
      lanes.map(({ heldUntil }) => heldUntil),
    ]);
  }
}

/** Restricts deliveries `d` to those whose leases ($1, $2, $3) are still valid. */
const LEASES = `unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS held(account_id, id, locked_until)
  WHERE d.account_id = held.account_id AND d.id = held.id AND d.locked_until = held.locked_until`;

function leasesOf(deliveries: readonly ClaimedDelivery[]): unknown[] {
  return [
    deliveries.map(({ accountId }) => accountId),
    deliveries.map(({ id }) => id),
    deliveries.map(({ lockedUntil }) => lockedUntil),
  ];
}

/** A lane and the data that its deliveries share. */
interface LaneRow
  extends
    ClaimedLane,
    Pick<ClaimedDelivery, 'lockedUntil' | 'url' | 'mayRecover' | 'isProven' | 'isRetrying'> {
  id: null;
  secret: Buffer;
  retiredSecret: Buffer | null;
}

type DeliveryRow = Pick<
  ClaimedDelivery,
  'webhookId' | 'id' | 'eventId' | 'payload' | 'attempts' | 'isMeasured' | 'traceparent'
>;

function isDelivery(row: LaneRow | DeliveryRow): row is DeliveryRow {
  return row.id !== null;
}

/** Joins a delivery with its lane, member by member: an object built by spreading others costs 3 KB of garbage. */
function toClaimed(delivery: DeliveryRow, lane: LaneRow): ClaimedDelivery {
  return {
    accountId: lane.accountId,
    webhookId: lane.webhookId,
    id: delivery.id,
    eventId: delivery.eventId,
    payload: delivery.payload,
    attempts: delivery.attempts,
    lockedUntil: lane.lockedUntil,
    isMeasured: delivery.isMeasured,
    traceparent: delivery.traceparent,
    url: lane.url,
    sealedSecrets: lane.retiredSecret ? [lane.secret, lane.retiredSecret] : [lane.secret],
    mayRecover: lane.mayRecover,
    isProven: lane.isProven,
    isRetrying: lane.isRetrying,
  };
}

const isProven = (lane: string) =>
  `(SELECT e.is_proven FROM webhooks.endpoints e WHERE e.account_id = ${lane}.account_id AND e.id = ${lane}.webhook_id)`;

const dueLanesWhere = (condition: string) => `
  SELECT account_id, webhook_id, due_at FROM webhooks.lanes
  WHERE due_at <= now() + $1 * interval '1 ms' AND ${condition}
    AND account_id <> ALL ($2::bigint[]) AND (account_id <> ALL ($4::bigint[]) OR ${isProven('lanes')})
  ORDER BY due_at`;

/** $1: how far ahead, $2: accounts to skip, $3: how many retrying lanes, $4: accounts whose unproven endpoints to skip. */
export const DUE_LANES = `
  SELECT account_id AS "accountId", webhook_id AS "webhookId", is_retrying AS "isRetrying", ${isProven('lane')} AS "isProven",
    (extract(epoch FROM due_at - now()) * 1000)::float8 AS "dueInMs"
  FROM (
    SELECT *, false AS is_retrying
    FROM (${dueLanesWhere(`failures < ${FAILURES_OF_RETRYING}`)} LIMIT ${LANES_A_ROUND}) AS not_retrying
    UNION ALL
    SELECT *, true FROM (
      SELECT * FROM (${dueLanesWhere(`failures >= ${FAILURES_OF_RETRYING}`)} LIMIT $3) AS wanted LIMIT ${LANES_A_ROUND}
    ) AS retrying
  ) AS lane ORDER BY due_at`;

/** A hold that was renewed within this time is not renewed. */
const RENEW_AFTER_MS = 500;

/**
 * Only one dispatcher at a time takes from a lane, and one that does not hold the lane takes only when it is due, so
 * deliveries start in order. Taking over a lane sets a later end of the hold than the previous holder knows. Row
 * locks also ensure that no two replicas take the same delivery. Only lanes to which no transaction is adding are
 * updated: the others become due when that transaction ends or their hold lapses, so a hold that could not be ended
 * continues. The snapshot's `additions`, on which the search for the next delivery is based, is compared with that of
 * the locked row: if they differ, something was added in between.
 * The search looks for one delivery more than requested. If there is one, the lane has a backlog, and it does not
 * matter when the next delivery is due. Finding that out would mean skipping everything in flight and everything
 * finished but not yet vacuumed.
 * Adding to a lane waits for a claim that renews its hold, so a hold that was renewed a moment ago is left as it is.
 * The lane of an endpoint that is not active, or of a suspended account, is closed: it gives nothing and is parked until
 * a statement wakes it.
 * No two CTEs are joined, since the services' connections only use nested loops.
 */
const CLAIM = `
  WITH lane AS (
    SELECT l.account_id, l.webhook_id, l.additions, lane_is.is_retrying, lane_is.on_trial, lane_is.open AS is_open,
      l.held_until, l.held_until > now() AS was_held, e.url, e.secret, e.failing_since, e.is_proven,
      coalesce(l.held_until <= asked.held_until
        AND l.held_until > now() + $5 * interval '1 ms' - interval '${RENEW_AFTER_MS} ms', false) AS was_renewed,
      CASE WHEN l.failures < ${FAILURES_OF_RETRYING} THEN e.updated_at END AS well_since,
      CASE WHEN NOT lane_is.open THEN 0 WHEN lane_is.on_trial THEN least(asked.quota, 1) ELSE asked.quota END AS most
    FROM unnest($1::bigint[], $2::bigint[], $3::int[], $6::timestamptz[])
      AS asked(account_id, webhook_id, quota, held_until)
    JOIN webhooks.lanes l ON l.account_id = asked.account_id AND l.webhook_id = asked.webhook_id
    JOIN webhooks.endpoints e ON e.account_id = l.account_id AND e.id = l.webhook_id
    CROSS JOIN LATERAL (
      SELECT l.failures >= ${FAILURES_OF_RETRYING} AS is_retrying, l.failures >= ${FAILURES_OF_RETRYING} OR NOT e.is_proven AS on_trial, e.status = 'active' AND e.deleted_at IS NULL AND NOT EXISTS (
          SELECT FROM webhooks.suspended_accounts s WHERE s.account_id = l.account_id AND s.is_suspended) AS open
    ) AS lane_is
    WHERE (l.due_at <= now() OR (l.held_until <= asked.held_until AND l.failures < ${FAILURES_OF_RETRYING}))
      AND pg_try_advisory_xact_lock(hashtextextended('webhooks.lane', l.webhook_id))
  ), due AS MATERIALIZED (
    SELECT lane.*, found.ids[:lane.most] AS ids, least(cardinality(found.ids), lane.most) AS count,
      cardinality(found.ids) > lane.most AND NOT lane.on_trial AND lane.is_open AS is_held,
      (SELECT r.secret FROM webhooks.retired_secrets r
       WHERE r.account_id = lane.account_id AND r.webhook_id = lane.webhook_id AND r.expires_at > now()) AS retired_secret
    FROM lane CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(head.id), '{}') AS ids FROM (
        ${pendingOf('lane', 'd.id', `d.next_attempt_at <= now() AND ${UNLOCKED}`)}
        LIMIT lane.most + 1 FOR UPDATE OF d SKIP LOCKED) AS head) AS found
  ), claimed AS (
    UPDATE webhooks.endpoint_deliveries d SET locked_until = now() + $4 * interval '1 ms'
    FROM (SELECT due.account_id, due.well_since, unnest(due.ids) AS id FROM due) AS taken
    WHERE d.account_id = taken.account_id AND d.id = taken.id
    RETURNING d.webhook_id, d.id, d.event_id, ${PAYLOAD} AS payload, d.attempts - d.schedule_start AS attempts, d.next_attempt_at,
      coalesce(d.attempts = 0 AND d.created_at >= taken.well_since, false) AS is_measured, d.traceparent
  ), prospect AS MATERIALIZED (
    SELECT due.*, next.next_attempt_at, CASE WHEN NOT due.is_held THEN ${lapseOf('due')} END AS lapse,
      due.on_trial AND due.count > 0 AS is_trial
    FROM due
    LEFT JOIN LATERAL (
      ${pendingOf('due', 'd.next_attempt_at', `NOT due.is_held AND ${UNLOCKED}`)} OFFSET due.count LIMIT 1
    ) AS next ON true
  ), free AS MATERIALIZED (
    SELECT prospect.* FROM prospect
    JOIN webhooks.lanes l ON l.account_id = prospect.account_id AND l.webhook_id = prospect.webhook_id
    WHERE NOT (prospect.is_held AND prospect.was_renewed)
    ORDER BY l.account_id, l.webhook_id FOR UPDATE OF l SKIP LOCKED
  ), moved AS (
    UPDATE webhooks.lanes l SET
      held_until = CASE
        WHEN p.is_trial THEN now() + $4 * interval '1 ms'
        WHEN p.is_held THEN now() + $5 * interval '1 ms' END,
      due_at = CASE
        WHEN NOT p.is_open AND l.additions = p.additions THEN NULL
        WHEN p.is_trial THEN now() + $4 * interval '1 ms'
        WHEN p.is_held THEN now() + $5 * interval '1 ms'
        WHEN l.additions <> p.additions THEN now()
        ELSE least(p.next_attempt_at, p.lapse, CASE WHEN p.count > 0 THEN now() + $4 * interval '1 ms' END) END
    FROM free p WHERE l.account_id = p.account_id AND l.webhook_id = p.webhook_id
  )
  SELECT "accountId", "webhookId", "isHeld", "isProven", "isRetrying", "mayRecover", "lockedUntil", "heldUntil", url,
    secret, "retiredSecret", id, "eventId", payload, attempts, "isMeasured", traceparent
  FROM (
    SELECT account_id AS "accountId", webhook_id AS "webhookId",
      is_held OR (was_held AND NOT EXISTS (SELECT FROM free WHERE free.webhook_id = prospect.webhook_id)) AS "isHeld",
      is_proven AS "isProven", is_retrying AS "isRetrying",
      failing_since IS NOT NULL OR on_trial AS "mayRecover",
      (now() + $4 * interval '1 ms')::timestamptz(3)::text AS "lockedUntil",
      (CASE WHEN is_held AND was_renewed THEN held_until ELSE now() + $5 * interval '1 ms' END)::text AS "heldUntil",
      url, secret, retired_secret AS "retiredSecret",
      NULL::bigint AS id, NULL::uuid AS "eventId", NULL::text AS payload, NULL::int AS attempts, NULL::boolean AS "isMeasured",
      NULL::text AS traceparent,
      NULL::timestamptz AS due_at
    FROM prospect
    UNION ALL
    SELECT NULL, webhook_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, id, event_id, payload, attempts, is_measured, traceparent,
      next_attempt_at
    FROM claimed
  ) AS found ORDER BY due_at, id`;
