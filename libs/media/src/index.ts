export { blobKey } from './blob-store/blob-key.rules';
export type { BlobStore, ByteRange } from './blob-store/blob-store';
export { BLOB_STORE, blobStoreProvider, inboundBlobStoreProvider } from './blob-store/blob-store.provider';
export { deleteBlobs } from './blob-store/delete-blobs';
export { FilesystemBlobStore } from './blob-store/filesystem-blob-store';
export { blobStoreSettings, openBlobStore } from './blob-store/open-blob-store';
export { BlobTooLargeError, receiveBlob, type ReceivedBlob } from './blob-store/receive-blob';
export { ConversionTurns } from './files/conversion-turns';
export { cleanFilename } from './files/filename.rules';
export { cleanMediaType, describeWrongType, mediaTypeOf } from './files/media-type.rules';
export { BlobRows, type BlobRow } from './owned-blobs/blob-rows';
export { OwnedBlobs } from './owned-blobs/owned-blobs';
export { UrlFiles, type UrlFile } from './files/url-files';
export {
  isOggOpus,
  isWebm,
  NoOpusError,
  remuxToOgg,
  SOUND_HEAD_BYTES,
  VOICE_NOTE_TYPE,
} from './files/voice-note';
export { storageLow } from './blob-store/storage-low';
