/** What the NATS client says of an event that was not published. */
export interface PublishFailure {
  code: string;
  /** With `PERMISSIONS_VIOLATION`: what was not permitted. */
  denied?: string;
  /** JetStream's own code, where the stream answered. */
  streamCode?: number;
}

/** JetStream's code for a message above the stream's `max_msg_size`. */
const MESSAGE_EXCEEDS_MAXIMUM = 10_054;

const TOO_LARGE = 'The event is larger than NATS takes.';
const NOT_PERMITTED = 'NATS does not permit the service to publish on the subject of the event.';

/**
 * Why the broker will not take this event, however often it is published; null when the failure says nothing about
 * the event itself (no connection, no stream, no space), so that it is worth another try.
 */
export function refusalOf({ code, denied, streamCode }: PublishFailure): string | null {
  if (code === 'MAX_PAYLOAD_EXCEEDED' || streamCode === MESSAGE_EXCEEDS_MAXIMUM) return TOO_LARGE;
  if (code === 'PERMISSIONS_VIOLATION' && denied === 'publish') return NOT_PERMITTED;
  return null;
}
