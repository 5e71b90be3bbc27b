import { eventTypes } from '@chat/contracts/table';
import { webhookTest } from '@chat/contracts/webhooks';

/** The event types that are delivered to endpoints. */
export const webhookEventTypes = eventTypes.filter(({ webhook }) => webhook);

/** Every event name that an endpoint may subscribe to and that the delivery log may contain. */
export const eventNames: readonly string[] = [...webhookEventTypes.map(({ type }) => type), webhookTest.type];
