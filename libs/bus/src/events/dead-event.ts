/** Stands in for the consumer in the dead letters of events that NATS rejected. */
export const OUTBOX = 'outbox';

/** The log entry about a dead letter: it identifies the event and contains none of its content. */
export interface DeadEvent {
  /** The durable consumer that gave up on the event, or `outbox`. */
  consumer: string;
  eventId: string;
  eventType: string;
}
