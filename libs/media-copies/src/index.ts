export * from './awaited-media';
export * from './media-copies';
