import type { CloudEvent, EventType } from '@chat/contracts';
import type { Transaction } from './transactions';

type EventHandler<T extends object> = (event: CloudEvent<T>, tx: Transaction) => Promise<void>;

type BatchHandler<T extends object> = (events: CloudEvent<T>[], tx: Transaction) => Promise<void>;

/** A handler with the event types that it handles. */
export interface EventBinding {
  types: readonly EventType[];
  /** @param tx null if and only if the events are repeatable. */
  handle: (events: CloudEvent<object>[], tx: Transaction | null) => Promise<void>;
  salvage?: (event: CloudEvent) => Promise<void>;
  /** The handler is idempotent: it needs no transaction, and the consumer does not use the inbox. */
  isRepeatable?: boolean;
}

/** Binds a handler to the events of one type, which it receives one by one. */
export function on<T extends object>(type: EventType<T>, handle: EventHandler<T>): EventBinding {
  return onBatch([type], async (events, tx) => {
    for (const event of events) await handle(event, tx.causedBy(event));
  });
}

/**
 * Binds a handler to the events of these types; it receives all that share a transaction at once, in order of arrival.
 * The transaction has no cause of its own: what an event causes is emitted by `tx.causedBy(event)`.
 */
export function onBatch<T extends object>(
  types: readonly EventType<T>[],
  handle: BatchHandler<T>,
): EventBinding {
  const binding = { types, handle };
  return binding as unknown as EventBinding;
}

/**
 * Binds an idempotent handler to the events of these types; it receives them in batches, without a transaction of the
 * consumer. An event may be delivered again after it was handled partly or completely, so the handler must ensure that
 * a repeat does nothing: its statement marks the handled events in the inbox, or what it writes depends on what is
 * already written.
 * @param salvage handles as much as possible of an event that failed on its own, piece by piece. The event is retried
 * nevertheless.
 */
export function onRepeatableBatch<T extends object>(
  types: readonly EventType<T>[],
  handle: (events: CloudEvent<T>[]) => Promise<void>,
  salvage?: (event: CloudEvent<T>) => Promise<void>,
): EventBinding {
  const binding = { types, handle, salvage, isRepeatable: true };
  return binding as unknown as EventBinding;
}
