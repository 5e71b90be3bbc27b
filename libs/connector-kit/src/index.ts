export { forgetMessages, isErased } from './forgotten-messages';
export { deleteOldRecords } from './record-retention';
export { SendInspection } from './send-inspection';
export type { HandoverOutcome, RecordKey, SendName } from './send-record';
export { SendRecords } from './send-records';
export { toMessageError } from '@chat/contracts/connector';
export { mediaCopyJob, referenceTo, type AnnouncedMedia, type AwaitedMedia } from './awaited-media';
export { MediaCopies, MediaGoneError, MediaMovedError } from './media-copies';
