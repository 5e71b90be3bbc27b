/** A failure reported by the NATS client for an event that was not published. */
export interface PublishFailure {
  code: string;
  /** JetStream's own code, if the stream answered. */
  streamCode?: number;
}

/** JetStream's code for a message above the stream's `max_msg_size`. */
const MESSAGE_EXCEEDS_MAXIMUM = 10_054;

/** JetStream's codes for an event that the stream, or the server's disk, has no space for. */
const noSpace: readonly number[] = [10_023, 10_047, 10_077];

const TOO_LARGE = 'The event is larger than NATS takes.';

/**
 * Returns why NATS will never accept this event; null if the failure says nothing about the event itself (no
 * connection, no stream, no space, no permission), so that a retry is worthwhile. A service may publish all of its own
 * events: if NATS does not permit one, its users are wrong, and an operator will correct them.
 */
export function refusalOf({ code, streamCode }: PublishFailure): string | null {
  if (code === 'MAX_PAYLOAD_EXCEEDED' || streamCode === MESSAGE_EXCEEDS_MAXIMUM) return TOO_LARGE;
  return null;
}

/** Returns whether the event has to wait until the stream has space again. */
export function isOutOfSpace(streamCode: number | undefined): boolean {
  return streamCode !== undefined && noSpace.includes(streamCode);
}
