import type { CloudEvent } from '@chat/contracts';
import { webhookBody } from '@chat/contracts/webhooks';
import { recordsIn, type NamedRecords } from '@chat/telemetry';

/** Returns the body for receivers. Exactly these bytes are stored, signed and sent on every attempt. */
export function toPayload(event: Pick<CloudEvent, 'type' | 'time' | 'data'>): string {
  return JSON.stringify(webhookBody(event));
}

const TIMESTAMP = '"timestamp":"';

/** Returns the age of a body's event in ms: never negative, even if the clocks differ; 0 if the body has no time. */
export function ageMsOf(payload: string, nowMs: number): number {
  const start = payload.indexOf(TIMESTAMP) + TIMESTAMP.length;
  const ageMs = nowMs - Date.parse(payload.slice(start, payload.indexOf('"', start)));
  return ageMs > 0 ? ageMs : 0;
}

/** Returns the type of a body's event and the message that it is about, if any, for a log line or a span. */
export function recordsOfPayload(payload: string): NamedRecords {
  const { type, data } = JSON.parse(payload) as { type: string; data?: { message?: { id: number } } };
  const message = data?.message;
  return { eventType: type, ...(message && { ...recordsIn(message), messageId: message.id }) };
}
