/** What a program needs that calls services and serves none. It loads without Nest, in a third of the time of the index. */
export { checkCredentials, checkNkeySeed, checkTls, userOf, type BusAccess } from './access/bus-access';
export { parseBusUrl } from './access/bus-url.rules';
export { BusConnection } from './connection';
export { SHARDS_AT_MOST } from './events/outbox-shard.rules';
export {
  consumersOfStream,
  replicateStream,
  resizeStream,
  stateOfStream,
  type ConsumerState,
  type StreamState,
} from './events/stream';
export { SMALLEST_STREAM_BYTES } from './events/stream-size.rules';
export { BusClient } from './rpc/bus-client';
export { newTraceparent, type Cause } from './trace';
