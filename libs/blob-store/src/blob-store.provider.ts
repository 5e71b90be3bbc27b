import { CONFIG } from '@chat/service-kit';
import type { BlobStore } from './blob-store';
import { openBlobStore, type BlobStoreConfig } from './open-blob-store';

/** Injects the store of the installation's media. */
export const BLOB_STORE = Symbol('BLOB_STORE');

/** For the modules of services whose configuration has `blobStoreSettings`. */
export const blobStoreProvider = {
  provide: BLOB_STORE,
  useFactory: (config: BlobStoreConfig): Promise<BlobStore> => openBlobStore(config),
  inject: [CONFIG],
};
