export * from './forgotten-messages';
export * from './record-retention';
export * from './send-inspection';
export * from './send-record';
export * from './send-records';
export { toMessageError } from '@chat/contracts/connector';
export * from './awaited-media';
export * from './media-copies';
