import { DiscardPolicy, nanos, NatsError, RetentionPolicy, StorageType, type JetStreamManager } from 'nats';

/** The one stream of the events of all services. */
export const STREAM = 'CHAT_EVENTS';

/** JetStream's code for a stream that exists with other settings: an operator may have changed them. */
const NAME_IN_USE = 10_058;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes sure that the one stream of all events exists. Safe to call from every process at once. */
export async function ensureStream(manager: JetStreamManager): Promise<void> {
  const settings = {
    name: STREAM,
    subjects: ['evt.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(10 * 60 * 1000),
  };
  try {
    await manager.streams.add(settings);
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === NAME_IN_USE) return;
    throw error;
  }
}
