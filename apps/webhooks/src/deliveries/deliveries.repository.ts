import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** An event on its way to the endpoints of its account. */
export interface EventToDeliver {
  id: string;
  accountId: number;
  name: string;
  /** The family of the name, as subscriptions write it. */
  family: string;
  channelId: number | null;
  payload: string;
}

/** An endpoint without a list of events hears all; a disabled one's delivery is failed from the start. */
const FAN_OUT = `
  WITH added AS (
    INSERT INTO webhooks.deliveries
      (account_id, webhook_id, event_id, event, channel_id, payload, status, next_attempt_at, error)
    SELECT event.account_id, endpoint.id, event.id, event.name, event.channel_id, event.payload,
      CASE endpoint.status WHEN 'disabled' THEN 'failed' ELSE 'pending' END,
      CASE endpoint.status WHEN 'disabled' THEN NULL ELSE now() END,
      CASE endpoint.status WHEN 'disabled' THEN 'endpoint_disabled' END
    FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[])
      WITH ORDINALITY AS event(account_id, id, name, family, channel_id, payload, place)
    JOIN webhooks.endpoints AS endpoint ON endpoint.account_id = event.account_id AND endpoint.deleted_at IS NULL
      AND (endpoint.events IS NULL OR endpoint.events && ARRAY[event.name, event.family])
    ORDER BY event.place, endpoint.id
    ON CONFLICT ON CONSTRAINT deliveries_event DO NOTHING
    RETURNING status
  )
  SELECT EXISTS (SELECT FROM added WHERE status = 'pending') AS "isDue"`;

@Injectable()
export class DeliveriesRepository {
  /**
   * Adds one delivery for each endpoint that hears an event, however often the event comes.
   * @returns whether anything is to be sent.
   */
  async fanOut(events: EventToDeliver[], manager: EntityManager): Promise<boolean> {
    const [row]: [{ isDue: boolean }] = await manager.query(FAN_OUT, [
      events.map(({ accountId }) => accountId),
      events.map(({ id }) => id),
      events.map(({ name }) => name),
      events.map(({ family }) => family),
      events.map(({ channelId }) => channelId),
      events.map(({ payload }) => payload),
    ]);
    return row.isDue;
  }
}
