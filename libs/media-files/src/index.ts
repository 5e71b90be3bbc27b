export * from './conversion-turns';
export * from './filename.rules';
export * from './media-type.rules';
export * from './url-files';
export * from './voice-note';
