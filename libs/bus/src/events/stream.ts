import { DiscardPolicy, nanos, RetentionPolicy, StorageType, type JetStreamManager } from 'nats';

export const STREAM = 'CHAT_EVENTS';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes sure that the one stream of all events exists. Safe to call from every process at once. */
export async function ensureStream(manager: JetStreamManager): Promise<void> {
  await manager.streams.add({
    name: STREAM,
    subjects: ['evt.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(7 * DAY_MS),
    duplicate_window: nanos(10 * 60 * 1000),
  });
}
