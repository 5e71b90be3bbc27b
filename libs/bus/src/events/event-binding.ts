import type { CloudEvent, EventType } from '@chat/contracts';
import type { Transaction } from './transactions';

type EventHandler<T extends object> = (event: CloudEvent<T>, tx: Transaction) => Promise<void>;

type BatchHandler<T extends object> = (events: CloudEvent<T>[], tx: Transaction) => Promise<void>;

/** Binds a handler to the event types that it takes. */
export interface EventBinding {
  types: readonly string[];
  /** @param tx null if and only if it marks its events itself. */
  handle: (events: CloudEvent<object>[], tx: Transaction | null) => Promise<void>;
  salvage?: (event: CloudEvent) => Promise<void>;
  marksItself?: boolean;
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
 * @param salvage does what can be done of an event that failed alone, piece by piece and outside its transaction. The
 * event is tried again all the same, so each piece must bear to be done twice.
 */
export function onBatch<T extends object>(
  types: readonly EventType<T>[],
  handle: BatchHandler<T>,
  salvage?: (event: CloudEvent<T>) => Promise<void>,
): EventBinding {
  const binding = { types: types.map(({ type }) => type), handle, salvage };
  return binding as unknown as EventBinding;
}

/**
 * A handler for all events of these types that came together, whose one statement also marks them as consumed: it inserts into
 * the inbox those that bring something about, and handles no other. What brings nothing about costs no transaction.
 */
export function onBatchMarkedByHandler<T extends object>(
  types: readonly EventType<T>[],
  handle: (events: CloudEvent<T>[]) => Promise<void>,
): EventBinding {
  const binding = { types: types.map(({ type }) => type), handle, marksItself: true };
  return binding as unknown as EventBinding;
}
