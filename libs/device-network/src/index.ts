export { closeCodes, fromWebSocketCode, toWebSocketCode } from './close-codes';
export { decodeEngineMessage, decodeNetworkMessage, encode, ProtocolError } from './codec';
export {
  mediaOf,
  networkContentTypes,
  readContent,
  type NetworkContent,
  type NetworkMedia,
} from './contents';
export {
  MEDIA_KIND_HEADER,
  MEDIA_PATH,
  mediaKinds,
  NETWORK_PATH,
  type EngineMessage,
  type MediaKind,
  type NetworkMessage,
} from './messages';
export { readQrText, toQrText } from './qr-text';
export { isTransientRefusal, refusalCodes } from './refusal-codes';
export { userId as isUserId } from './shape';
