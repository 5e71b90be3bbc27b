import type { CloudEvent } from '@chat/contracts';

/** The body that receivers get: these very bytes are signed, stored and sent on every attempt. */
export function toPayload({ type, time, data }: Pick<CloudEvent, 'type' | 'time' | 'data'>): string {
  return JSON.stringify({ type, timestamp: time.replace('Z', '+00:00'), data });
}
