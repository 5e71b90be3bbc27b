export * from './close-codes';
export * from './codec';
export * from './contents';
export { MEDIA_PATH, NETWORK_PATH, type EngineMessage, type NetworkMessage } from './messages';
export * from './qr-text';
export * from './refusal-codes';
