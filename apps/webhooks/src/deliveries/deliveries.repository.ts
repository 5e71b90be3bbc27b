import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** An event on its way to the endpoints of an account. */
export interface EventToDeliver {
  id: string;
  name: string;
  channelId: number | null;
  payload: string;
}

export interface Target {
  webhookId: number;
  isDisabled: boolean;
}

@Injectable()
export class DeliveriesRepository {
  /** One delivery for each target, however often the event comes. A disabled target's is failed from the start. */
  async add(
    accountId: number,
    event: EventToDeliver,
    targets: Target[],
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO webhooks.deliveries
         (account_id, webhook_id, event_id, event, channel_id, payload, status, next_attempt_at, error)
       SELECT $1, target.webhook_id, $2, $3, $4, $5,
         CASE WHEN is_disabled THEN 'failed' ELSE 'pending' END,
         CASE WHEN is_disabled THEN NULL ELSE now() END,
         CASE WHEN is_disabled THEN 'endpoint_disabled' END
       FROM unnest($6::bigint[], $7::boolean[]) AS target(webhook_id, is_disabled)
       ON CONFLICT ON CONSTRAINT deliveries_event DO NOTHING`,
      [
        accountId,
        event.id,
        event.name,
        event.channelId,
        event.payload,
        targets.map(({ webhookId }) => webhookId),
        targets.map(({ isDisabled }) => isDisabled),
      ],
    );
  }
}
