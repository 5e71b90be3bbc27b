export { checkCredentials, checkNkeySeed, checkTls, type BusAccess } from './access/bus-access';
export { parseBusUrl } from './access/bus-url.rules';
export { BackgroundLoop } from './background-loop';
export { BackgroundLoops, type LoopDefinition } from './background-loops';
export { BusConnection } from './connection';
export type { DeadEvent, NamedEvent } from './events/dead-event';
export { DeadLetters, type StoredLetter } from './events/dead-letters';
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
export { eventTables, type TableMigration } from './events/tables';
export { Transactions, type Occurrence, type OutboxRow, type Transaction } from './events/transactions';
export { Notices } from './notices';
export { BusClient, type RawReply } from './rpc/bus-client';
export { BusServer, type ServerFailure } from './rpc/bus-server';
export { Handles } from './rpc/handles';
export { PassErrorsFilter } from './rpc/pass-errors.filter';
export { noteChange } from './rpc/progress';
export { RawJson, Reply } from './rpc/reply';
export { STREAM } from './subjects';
export { codesOf, newTraceparent, recordsIn, traceIdOf, type Cause, type NamedRecords } from './trace';
