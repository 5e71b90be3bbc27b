import { CONFIG } from '@chat/service-kit';
import type { BlobStore } from './blob-store';
import { openBlobStore, type BlobStoreConfig } from './open-blob-store';
import { requireWritable } from './writable-folder';

/** The injection token of the store for the installation's media. */
export const BLOB_STORE = Symbol('BLOB_STORE');

/** The provider for modules of services whose configuration includes `blobStoreSettings`. */
export const blobStoreProvider = {
  provide: BLOB_STORE,
  useFactory: async (config: BlobStoreConfig): Promise<BlobStore> => {
    if (config.BLOB_STORE === 'filesystem') await requireWritable(config.BLOB_FOLDER);
    return openBlobStore(config);
  },
  inject: [CONFIG],
};

/**
 * The provider for connectors: media that people send may use half of the reserve, from which files of requests are refused.
 */
export const inboundBlobStoreProvider = {
  ...blobStoreProvider,
  useFactory: (config: BlobStoreConfig): Promise<BlobStore> =>
    blobStoreProvider.useFactory({ ...config, BLOB_MIN_FREE_BYTES: config.BLOB_MIN_FREE_BYTES / 2 }),
};
