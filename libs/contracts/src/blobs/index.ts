export * from './blob.dto';
export * from './operations';
