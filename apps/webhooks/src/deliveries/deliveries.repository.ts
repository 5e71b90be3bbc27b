import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Lane } from '../lanes/lane';
import { WAKE_LANE } from '../lanes/lanes.sql';
import { eventNames } from '../endpoints/event-names';
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery.row';

/** An event to be delivered to the endpoints of its account. */
export interface EventToDeliver {
  id: string;
  accountId: number;
  name: string;
  /** When the event happened. */
  time: string;
  /** The event's family, in the notation of subscriptions. */
  family: string;
  channelId: number | null;
  /** The endpoint that the event is about; null if it is about something else. */
  webhookId: number | null;
  payload: string;
  /** The event's trace, if it is sampled; the deliveries become part of it. */
  traceparent: string | null;
}

/**
 * An endpoint without a list of events subscribes to all; a delivery to a disabled endpoint starts as failed. Events of
 * accounts with endpoints are marked as consumed, in the same order on all replicas; other events leave no trace. No
 * endpoint receives an event that happened 15 minutes or more before the endpoint was created, so a late redelivery of
 * an unmarked event does not reach endpoints created in the meantime. The 15 minutes allow for clock differences: a new
 * endpoint must not miss the events of a service whose clock is slow. No endpoint receives an event about itself, and
 * that of an app only those about endpoints that the app sees.
 * The deliveries of an event to several endpoints share its payload ($7), which is stored under the id of the first of
 * them; a single delivery keeps it itself.
 */
const FAN_OUT = `
  WITH event AS MATERIALIZED (
    SELECT * FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $8::timestamptz[],
        $9::text[], $10::bigint[])
      WITH ORDINALITY
      AS event(account_id, id, name, family, channel_id, time, traceparent, webhook_id, place)
  ), fresh AS (
    INSERT INTO webhooks.inbox (consumer, event_id)
    SELECT $1, event.id FROM event
    WHERE EXISTS (SELECT FROM webhooks.endpoints AS endpoint
      WHERE endpoint.account_id = event.account_id AND endpoint.deleted_at IS NULL)
    ORDER BY event.id
    ON CONFLICT DO NOTHING
    RETURNING event_id
  ), ordered AS (
    SELECT event.account_id, endpoint.id AS webhook_id, event.id AS event_id, event.name, event.channel_id,
      event.traceparent, endpoint.status = 'disabled' AS is_disabled, event.place
    FROM event JOIN fresh ON fresh.event_id = event.id
    JOIN webhooks.endpoints AS endpoint ON endpoint.account_id = event.account_id AND endpoint.deleted_at IS NULL
      AND endpoint.created_at < event.time + interval '15 minutes'
      AND (endpoint.events IS NULL OR endpoint.events && ARRAY[event.name, event.family])
      AND (event.webhook_id IS NULL OR endpoint.id <> event.webhook_id AND (
        endpoint.creator_type IS DISTINCT FROM 'app' OR EXISTS (
          SELECT FROM webhooks.endpoints AS seen
          WHERE seen.account_id = event.account_id AND seen.id = event.webhook_id AND seen.creator_type = 'app'
            AND (seen.creator_id = endpoint.creator_id OR seen.grant_id = endpoint.grant_id))))
    ORDER BY event.place, endpoint.id
  ), numbered AS MATERIALIZED (
    SELECT ordered.*, nextval('webhooks.deliveries_id_seq') AS id FROM ordered
  ), planned AS MATERIALIZED (
    SELECT numbered.*, min(id) OVER event AS first_id, max(id) OVER event AS last_id
    FROM numbered WINDOW event AS (PARTITION BY place)
  ), shared AS (
    INSERT INTO webhooks.shared_payloads (account_id, id, last_id, payload)
    SELECT account_id, id, last_id, ($7::text[])[place] FROM planned WHERE id = first_id AND id < last_id
  ), added AS (
    INSERT INTO webhooks.endpoint_deliveries (account_id, id, webhook_id, event_id, event, channel_id, payload,
        shared_payload_id, traceparent, status, next_attempt_at, error)
      OVERRIDING SYSTEM VALUE
    SELECT account_id, id, webhook_id, event_id, name, channel_id,
      CASE WHEN first_id < last_id THEN '' ELSE ($7::text[])[place] END,
      CASE WHEN first_id < last_id THEN first_id END,
      traceparent,
      CASE WHEN is_disabled THEN 'failed' ELSE 'pending' END,
      CASE WHEN NOT is_disabled THEN now() END,
      CASE WHEN is_disabled THEN 'endpoint_disabled' END
    FROM planned ORDER BY id
    RETURNING account_id, webhook_id, status
  ), lane AS MATERIALIZED (
    SELECT l.account_id, l.webhook_id
    FROM (SELECT DISTINCT account_id, webhook_id FROM added WHERE status = 'pending') AS a
    JOIN webhooks.lanes l ON l.account_id = a.account_id AND l.webhook_id = a.webhook_id
    ORDER BY l.account_id, l.webhook_id FOR UPDATE OF l
  ), woken AS (
    UPDATE webhooks.lanes l SET ${WAKE_LANE}
    FROM lane WHERE l.account_id = lane.account_id AND l.webhook_id = lane.webhook_id
  )
  SELECT EXISTS (SELECT FROM added WHERE status = 'pending') AS "isDue"`;

/** Makes the lane ($1, $2) due. */
const WAKE = `UPDATE webhooks.lanes l SET ${WAKE_LANE} WHERE l.account_id = $1 AND l.webhook_id = $2`;

/** Queues a delivery again with a new schedule. The attempts continue to be counted. */
const QUEUE_AGAIN = `status = 'pending', schedule_start = attempts, next_attempt_at = now(), updated_at = now()`;
const CAN_BE_RESENT = `status IN ('failed', 'blocked') AND payload IS NOT NULL`;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Adds one delivery per event and subscribed endpoint, however often the event is received.
   * @param consumer the consumer under which the events are marked.
   * @param events without duplicates.
   * @returns whether there is anything to send.
   */
  async fanOut(consumer: string, events: EventToDeliver[]): Promise<boolean> {
    const [row]: [{ isDue: boolean }] = await this.dataSource.query(FAN_OUT, [
      consumer,
      events.map(({ accountId }) => accountId),
      events.map(({ id }) => id),
      events.map(({ name }) => name),
      events.map(({ family }) => family),
      events.map(({ channelId }) => channelId),
      events.map(({ payload }) => payload),
      events.map(({ time }) => time),
      events.map(({ traceparent }) => traceparent),
      events.map(({ webhookId }) => webhookId),
    ]);
    return row.isDue;
  }

  /** Adds one delivery to an endpoint that the transaction has locked. */
  async add(
    { accountId, webhookId }: Lane,
    event: Pick<EventToDeliver, 'id' | 'name' | 'payload'>,
    manager: EntityManager,
  ): Promise<DeliveryRow> {
    const rows: DeliveryRow[] = await manager.query(
      `INSERT INTO webhooks.endpoint_deliveries AS d (account_id, webhook_id, event_id, event, payload, status, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, 'pending', now()) RETURNING ${DELIVERY_COLUMNS}`,
      [accountId, webhookId, event.id, event.name, event.payload],
    );
    await manager.query(WAKE, [accountId, webhookId]);
    return rows[0]!;
  }

  /** Returns the id of the delivery's endpoint, or null if the account has no such delivery. */
  async endpointOf(accountId: number, id: number): Promise<number | null> {
    const [row]: { webhook_id: number }[] = await this.dataSource.query(
      'SELECT webhook_id FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND id = $2',
      [accountId, id],
    );
    return row?.webhook_id ?? null;
  }

  /**
   * Queues a failed delivery to an endpoint that the transaction has locked.
   * @returns null if the delivery cannot be resent.
   */
  async resend(
    { accountId, webhookId }: Lane,
    id: number,
    manager: EntityManager,
  ): Promise<DeliveryRow | null> {
    const [rows]: [DeliveryRow[], number] = await manager.query(
      `UPDATE webhooks.endpoint_deliveries d SET ${QUEUE_AGAIN}
       WHERE account_id = $1 AND id = $2 AND ${CAN_BE_RESENT} RETURNING ${DELIVERY_COLUMNS}`,
      [accountId, id],
    );
    if (rows[0]) await manager.query(WAKE, [accountId, webhookId]);
    return rows[0] ?? null;
  }

  /**
   * Reads the next `limit` failed or blocked deliveries after `afterId`, to an endpoint that the transaction has
   * locked, and queues those that ended at or after `sinceMs`.
   * @returns the last id that was read, or null at the end.
   */
  async resendSome(
    { accountId, webhookId, sinceMs, afterId }: Lane & { sinceMs: number; afterId: number },
    limit: number,
    manager: EntityManager,
  ): Promise<number | null> {
    const found: { id: number }[] = await manager.query(
      `SELECT found.id FROM unnest('{failed,blocked}'::text[]) AS s(status) CROSS JOIN unnest($4::text[]) AS e(event)
       CROSS JOIN LATERAL (
         SELECT d.id FROM webhooks.endpoint_deliveries d
         WHERE d.account_id = $1 AND d.webhook_id = $2 AND d.status = s.status AND d.event = e.event AND d.id > $3
         ORDER BY d.id LIMIT $5) AS found
       ORDER BY found.id LIMIT $5`,
      [accountId, webhookId, afterId, eventNames, limit],
    );
    await manager.query(
      `UPDATE webhooks.endpoint_deliveries d SET ${QUEUE_AGAIN}
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) AND ${CAN_BE_RESENT}
         AND updated_at >= to_timestamp($3 / 1000.0)`,
      [accountId, found.map(({ id }) => id), sinceMs],
    );
    await manager.query(WAKE, [accountId, webhookId]);
    return found.length === limit ? found.at(-1)!.id : null;
  }
}
