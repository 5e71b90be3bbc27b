import type { CloudEvent } from '@chat/contracts';

/** Returns the body for receivers. Exactly these bytes are stored, signed and sent on every attempt. */
export function toPayload({ type, time, data }: Pick<CloudEvent, 'type' | 'time' | 'data'>): string {
  return JSON.stringify({ type, timestamp: time.replace('Z', '+00:00'), data });
}

const TIMESTAMP = '"timestamp":"';

/** Returns the age of a body's event in ms: never negative, even if the clocks differ; 0 if the body has no time. */
export function ageMsOf(payload: string, nowMs: number): number {
  const start = payload.indexOf(TIMESTAMP) + TIMESTAMP.length;
  const ageMs = nowMs - Date.parse(payload.slice(start, payload.indexOf('"', start)));
  return ageMs > 0 ? ageMs : 0;
}
