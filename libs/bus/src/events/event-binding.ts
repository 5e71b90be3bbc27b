import type { CloudEvent, EventType } from '@chat/contracts';
import type { Transaction } from './transactions';

type EventHandler<T extends object> = (event: CloudEvent<T>, tx: Transaction) => Promise<void>;

type BatchHandler<T extends object> = (events: CloudEvent<T>[], tx: Transaction) => Promise<void>;

/** Binds a handler to the event types that it takes. */
export interface EventBinding {
  types: readonly EventType[];
  /** @param tx null if and only if its events are repeatable. */
  handle: (events: CloudEvent<object>[], tx: Transaction | null) => Promise<void>;
  salvage?: (event: CloudEvent) => Promise<void>;
  /** The handler ensures that a repeat does nothing: it needs no transaction, and the consumer does not use the inbox. */
  isRepeatable?: boolean;
}

/** A handler for the events of one type, which gets them one by one. */
export function on<T extends object>(type: EventType<T>, handle: EventHandler<T>): EventBinding {
  return onBatch([type], async (events, tx) => {
    for (const event of events) await handle(event, tx.causedBy(event));
  });
}

/**
 * A handler for all events of these types that share a transaction, in the order in which they came. The transaction
 * has no cause of its own: what an event brings about is emitted by `tx.causedBy(event)`.
 */
export function onBatch<T extends object>(
  types: readonly EventType<T>[],
  handle: BatchHandler<T>,
): EventBinding {
  const binding = { types, handle };
  return binding as unknown as EventBinding;
}

/**
 * A handler for all events of these types that came together, without a transaction of the consumer. An event may come
 * again after it was handled in part or as a whole. The handler ensures that a repeat does nothing: its statement marks in
 * the inbox what it handles, or what it writes depends on what is written already.
 * @param salvage does what can be done of an event that failed alone, piece by piece. The event is tried again all the
 * same.
 */
export function onRepeatableBatch<T extends object>(
  types: readonly EventType<T>[],
  handle: (events: CloudEvent<T>[]) => Promise<void>,
  salvage?: (event: CloudEvent<T>) => Promise<void>,
): EventBinding {
  const binding = { types, handle, salvage, isRepeatable: true };
  return binding as unknown as EventBinding;
}
