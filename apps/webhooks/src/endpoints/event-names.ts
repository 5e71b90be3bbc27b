import { eventTypes } from '@chat/contracts/table';
import { webhookTest } from '@chat/contracts/webhooks';

/** The event types that go out to endpoints. */
export const webhookEventTypes = eventTypes.filter(({ webhook }) => webhook);

/** Every name that an endpoint may subscribe to, and that the delivery log has. */
export const eventNames: readonly string[] = [...webhookEventTypes.map(({ type }) => type), webhookTest.type];
