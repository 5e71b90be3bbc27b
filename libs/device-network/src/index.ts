export { closeCodes, fromWebSocketCode, toWebSocketCode } from './close-codes';
export { decodeEngineMessage, decodeNetworkMessage, encode, ProtocolError } from './codec';
export {
  mediaOf,
  networkContentTypes,
  readContent,
  type NetworkContent,
  type NetworkMedia,
} from './contents';
export { MEDIA_PATH, NETWORK_PATH, type EngineMessage, type NetworkMessage } from './messages';
export { readQrText, toQrText } from './qr-text';
export { isTransientRefusal, refusalCodes } from './refusal-codes';
