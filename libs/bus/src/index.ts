export type { BusAccess } from './access/bus-access';
export { checkCredentials, checkNkeySeed, checkTls } from './access/bus-access';
export { parseBusUrl } from './access/bus-url.rules';
export { BackgroundLoop } from './background-loop';
export type { LoopDefinition } from './background-loops';
export { BackgroundLoops } from './background-loops';
export { BusConnection } from './connection';
export type { DeadEvent, NamedEvent } from './events/dead-event';
export type { StoredLetter } from './events/dead-letters';
export { DeadLetters } from './events/dead-letters';
export { EarlyEventError } from './events/early-event-error';
export { on, onBatch, onRepeatableBatch } from './events/event-binding';
export { EventConsumers } from './events/event-consumers';
export { EventRetention } from './events/event-retention';
export { OutboxRelay } from './events/outbox-relay';
export {
  consumersOfStream,
  enlargeStream,
  replicateStream,
  resizeStream,
  stateOfStream,
  type ConsumerState,
  type StreamState,
} from './events/stream';
export { SMALLEST_STREAM_BYTES } from './events/stream-size.rules';
export type { TableMigration } from './events/tables';
export { eventTables } from './events/tables';
export type { Occurrence, OutboxRow, Transaction } from './events/transactions';
export { Transactions } from './events/transactions';
export { Notices } from './notices';
export type { RawReply } from './rpc/bus-client';
export { BusClient } from './rpc/bus-client';
export type { ServerFailure } from './rpc/bus-server';
export { BusServer } from './rpc/bus-server';
export { Handles } from './rpc/handles';
export { PassErrorsFilter } from './rpc/pass-errors.filter';
export { noteChange } from './rpc/progress';
export { RawJson, Reply } from './rpc/reply';
export { STREAM } from './subjects';
export type { Cause, NamedRecords } from './trace';
export { codesOf, newTraceparent, recordsIn, traceIdOf } from './trace';
