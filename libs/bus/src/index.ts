export * from './access/bus-access';
export * from './access/bus-url.rules';
export * from './background-loop';
export * from './background-loops';
export * from './connection';
export * from './events/dead-event';
export * from './events/dead-letters';
export * from './events/early-event-error';
export * from './events/event-binding';
export * from './events/event-consumer';
export * from './events/event-consumers';
export * from './events/event-retention';
export * from './events/outbox-relay';
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
export * from './events/tables';
export * from './events/transactions';
export * from './notices';
export * from './rpc/bus-client';
export * from './rpc/bus-server';
export * from './rpc/handles';
export * from './rpc/pass-errors.filter';
export { noteChange } from './rpc/progress';
export * from './rpc/reply';
export * from './subjects';
export * from './trace';
