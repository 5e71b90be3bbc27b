import type { CloudEvent } from '@chat/contracts';

/** The body that receivers get: these very bytes are signed, stored and sent on every attempt. */
export function toPayload({ type, time, data }: Pick<CloudEvent, 'type' | 'time' | 'data'>): string {
  return JSON.stringify({ type, timestamp: time.replace('Z', '+00:00'), data });
}

const TIMESTAMP = '"timestamp":"';

/** How long ago the event of a body happened, in milliseconds, by clocks that may differ; 0 where it says nothing of it. */
export function ageMsOf(payload: string, nowMs: number): number {
  const start = payload.indexOf(TIMESTAMP) + TIMESTAMP.length;
  const ageMs = nowMs - Date.parse(payload.slice(start, payload.indexOf('"', start)));
  return ageMs > 0 ? ageMs : 0;
}
