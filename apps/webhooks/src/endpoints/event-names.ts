import { eventTypes } from '@chat/contracts/table';

/** The event types that go out to endpoints. */
export const webhookEventTypes = eventTypes.filter(({ webhook }) => webhook);

/** Every name that an endpoint may subscribe to. */
export const eventNames: readonly string[] = [...webhookEventTypes.map(({ type }) => type), 'webhook.test'];
