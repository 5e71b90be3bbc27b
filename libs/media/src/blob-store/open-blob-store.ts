import { ByteBudget } from '@chat/flow';
import { settings, whole, type readSettings } from '@chat/service-kit/client';
import type { BlobStore } from './blob-store';
import { FilesystemBlobStore } from './filesystem-blob-store';
import { S3BlobStore } from './s3-blob-store';

const MIB = 1024 * 1024;

/** The settings of every service that stores media. */
export const blobStoreSettings = {
  BLOB_STORE: settings.str({ choices: ['filesystem', 's3'], default: 'filesystem' }),
  /** The folder of the driver `filesystem`; all services that store media need the same one. */
  BLOB_FOLDER: settings.str({ default: '.data/blobs' }),
  /** How many bytes of its disk the driver `filesystem` leaves free; what connectors copy may use half of them. */
  BLOB_MIN_FREE_BYTES: whole({ min: 0, max: Number.MAX_SAFE_INTEGER })({ default: 1024 ** 3 }),
  BLOB_S3_BUCKET: settings.str({ default: '' }),
  BLOB_S3_REGION: settings.str({ default: 'us-east-1' }),
  BLOB_S3_ENDPOINT: settings.str({ default: '' }),
  BLOB_S3_ACCESS_KEY_ID: settings.str({ default: '' }),
  BLOB_S3_SECRET_ACCESS_KEY: settings.str({ default: '' }),
  /** How many bytes of files on their way to S3 a process holds; the files of one account may have half. */
  BLOB_S3_BUFFER_BYTES: whole({ min: 16 * MIB })({ default: 128 * MIB }),
};

export type BlobStoreConfig = ReturnType<typeof readSettings<typeof blobStoreSettings>>;

/** Opens the configured store. @throws Error that names the setting to change if the store cannot be opened. */
export async function openBlobStore(config: BlobStoreConfig): Promise<BlobStore> {
  switch (config.BLOB_STORE) {
    case 'filesystem':
      return FilesystemBlobStore.open(config.BLOB_FOLDER, config.BLOB_MIN_FREE_BYTES);
    case 's3':
      return openS3(config);
  }
}

/** Shared by all services of the process. */
let memory: ByteBudget | undefined;

function openS3(config: BlobStoreConfig): Promise<BlobStore> {
  memory ??= new ByteBudget(config.BLOB_S3_BUFFER_BYTES);
  const { BLOB_S3_ACCESS_KEY_ID: accessKeyId, BLOB_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return S3BlobStore.open({
    bucket: config.BLOB_S3_BUCKET,
    memory,
    region: config.BLOB_S3_REGION,
    ...(config.BLOB_S3_ENDPOINT && { endpoint: config.BLOB_S3_ENDPOINT }),
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
  });
}
