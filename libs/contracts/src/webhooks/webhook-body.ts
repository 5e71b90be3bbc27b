import type { CloudEvent } from '..';

/** What receivers get of an event: the body of a webhook, and with the event's id the data of the event stream. */
export function webhookBody({ type, time, data }: Pick<CloudEvent, 'type' | 'time' | 'data'>): object {
  return { type, timestamp: time.replace('Z', '+00:00'), data };
}
