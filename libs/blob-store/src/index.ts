export * from './blob-key.rules';
export * from './blob-store';
export * from './blob-store.provider';
export * from './delete-blobs';
export * from './filesystem-blob-store';
export * from './open-blob-store';
export * from './receive-blob';
export * from './s3-blob-store';
