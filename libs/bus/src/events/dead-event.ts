import type { CloudEvent } from '@chat/contracts';
import { messageOf, traceIdOf, type NamedRecords } from '@chat/telemetry';

/** Stands in for the consumer in the dead letters of events that NATS rejected. */
export const OUTBOX = 'outbox';

/** What log lines say about an event: it identifies the event and contains none of its content. */
export interface NamedEvent extends NamedRecords {
  traceId?: string | undefined;
}

/** The log entry about a dead letter. */
export interface DeadEvent extends NamedEvent {
  /** The durable consumer that gave up on the event, or `outbox`. */
  consumer: string;
}

/** Returns what log lines say about an event. */
export function namesOf(event: CloudEvent): NamedEvent {
  return { ...recordsOf(event), traceId: traceIdOf(event) };
}

/** Returns the records that an event is about. */
export function recordsOf({ id, type, accountid, channelid, subject }: CloudEvent): NamedRecords {
  return {
    eventId: id,
    eventType: type,
    accountId: Number(accountid),
    ...(channelid !== undefined && { channelId: Number(channelid) }),
    ...messageOf(subject),
  };
}
