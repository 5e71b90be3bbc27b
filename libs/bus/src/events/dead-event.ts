/** Stands for a consumer in the dead letters of events that NATS did not take. */
export const OUTBOX = 'outbox';

/** What the log says of an event that went to the dead letters: whose it is, and nothing of its content. */
export interface DeadEvent {
  /** The durable consumer that gave it up, or `outbox`. */
  consumer: string;
  eventId: string;
  eventType: string;
}
