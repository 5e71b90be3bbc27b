export * from './filename.rules';
export * from './media-type.rules';
export * from './voice-note';
