import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import { Dispatcher } from '../dispatch/dispatcher';
import { EndpointsRepository } from '../endpoints/endpoints.repository';
import { webhookEventTypes } from '../endpoints/event-names';
import { hears } from '../endpoints/subscription.rules';
import { DeliveriesRepository } from './deliveries.repository';
import { toPayload } from './payload.rules';

/** Turns the events of all services into deliveries to the endpoints that hear them. */
@Injectable()
export class EventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly dispatcher: Dispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'webhooks-events',
      subject: 'evt.>',
      batch: { size: 50, by: 'arrival' },
      bindings: webhookEventTypes.map((type) => on(type, (event, tx) => this.fanOut(event, tx))),
    });
  }

  private async fanOut(event: CloudEvent, tx: Transaction): Promise<void> {
    const accountId = Number(event.accountid);
    const endpoints = await this.endpoints.listeners(accountId, tx.manager);
    const targets = endpoints
      .filter(({ events }) => hears(events, event.type))
      .map(({ id, status }) => ({ webhookId: id, isDisabled: status === 'disabled' }));
    if (targets.length === 0) return;

    const toDeliver = {
      id: event.id,
      name: event.type,
      channelId: event.channelid === undefined ? null : Number(event.channelid),
      payload: toPayload(event),
    };
    await this.deliveries.add(accountId, toDeliver, targets, tx.manager);
    tx.afterCommit(() => this.dispatcher.wake());
  }
}
