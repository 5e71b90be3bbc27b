import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, onRepeatableBatch } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import { webhookDisabled, type WebhookDisabledData } from '@chat/contracts/webhooks';
import { isSampled } from '@chat/telemetry';
import { publicEvents } from '@chat/contracts/bus-use';
import { Dispatcher } from '../dispatch/dispatcher';
import { webhookEventTypes } from '../endpoints/event-names';
import { familyOf } from '../endpoints/subscription.rules';
import { DeliveriesRepository, type EventToDeliver } from './deliveries.repository';
import { toPayload } from '../payloads/payload.rules';

const DURABLE = 'webhooks-events';

/** Turns the events of all services into deliveries to subscribed endpoints. */
@Injectable()
export class EventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly deliveries: DeliveriesRepository,
    private readonly dispatcher: Dispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: DURABLE,
      subject: publicEvents,
      batchSize: 64,
      bindings: [onRepeatableBatch(webhookEventTypes, (events) => this.fanOut(events))],
    });
  }

  private async fanOut(events: CloudEvent[]): Promise<void> {
    const isDue = await this.deliveries.fanOut(DURABLE, events.map(toDeliver));
    if (isDue) this.dispatcher.wake();
  }
}

function toDeliver(event: CloudEvent): EventToDeliver {
  return {
    id: event.id,
    accountId: Number(event.accountid),
    name: event.type,
    time: event.time,
    family: familyOf(event.type),
    channelId: event.channelid === undefined ? null : Number(event.channelid),
    webhookId: event.type === webhookDisabled.type ? (event.data as WebhookDisabledData).webhook.id : null,
    payload: toPayload(event),
    traceparent: isSampled(event) ? (event.traceparent ?? null) : null,
  };
}
