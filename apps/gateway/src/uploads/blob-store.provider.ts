import { openBlobStore, type BlobStore } from '@chat/blob-store';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';

/** Injects the store of the installation's media. */
export const BLOB_STORE = Symbol('BLOB_STORE');

export const blobStoreProvider = {
  provide: BLOB_STORE,
  useFactory: (config: GatewayConfig): Promise<BlobStore> => openBlobStore(config),
  inject: [CONFIG],
};
