import { instruments } from '@chat/telemetry';

/** Of libsignal: the message has been read before. Of the session: it belongs to another owner. */
const HARMLESS: readonly unknown[] = ['MessageCounterError', 'LeaseLostError'];

/** Counts a message that could not be decrypted. @throws the error. */
export function countUnreadable(error: unknown): never {
  if (!HARMLESS.includes((error as Error | null)?.name)) instruments.deviceUnreadable.live?.inc();
  throw error;
}
