import { join, resolve } from 'node:path';
import type { BlobStore } from '@chat/media';
import { readSettings } from '@chat/service-kit/client';
import { readStack } from './running-stack';

/** Opens the media store of the stack: as configured, or the folder of `npm start`. */
export async function openMedia(): Promise<BlobStore> {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const isStarted = !process.env.NATS_URL && (await readStack(dataDir)) !== undefined;
  // Few commands need it, and it takes longer to load than they take.
  const { blobStoreSettings, openBlobStore } = await import('@chat/media');
  const started = isStarted ? { BLOB_FOLDER: join(dataDir, 'blobs') } : {};
  return openBlobStore(readSettings(blobStoreSettings, { ...started, ...process.env }));
}
