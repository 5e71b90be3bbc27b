import { join, resolve } from 'node:path';
import type { BlobStore } from '@chat/media';
import { blobStoreSettings, openBlobStore } from '@chat/media/blob-store';
import { readSettings } from '@chat/service-kit/client';
import { readStack } from './running-stack';

/** Opens the media store of the stack: as configured, or the folder of `npm start`. */
export async function openMedia(): Promise<BlobStore> {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const isStarted = !process.env.NATS_URL && (await readStack(dataDir)) !== undefined;
  const started = isStarted ? { BLOB_FOLDER: join(dataDir, 'blobs') } : {};
  return openBlobStore(readSettings(blobStoreSettings, { ...started, ...process.env }));
}
