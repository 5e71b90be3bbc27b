import { CONFIG } from '@chat/service-kit';
import type { BlobStore } from './blob-store';
import { openBlobStore, type BlobStoreConfig } from './open-blob-store';
import { requireWritable } from './writable-folder';

/** Injects the store of the installation's media. */
export const BLOB_STORE = Symbol('BLOB_STORE');

/** For the modules of services whose configuration has `blobStoreSettings`. */
export const blobStoreProvider = {
  provide: BLOB_STORE,
  useFactory: async (config: BlobStoreConfig): Promise<BlobStore> => {
    if (config.BLOB_STORE === 'filesystem') await requireWritable(config.BLOB_FOLDER);
    return openBlobStore(config);
  },
  inject: [CONFIG],
};
