export { parseRanges, parseReach, type Reach, type ReachSettings } from './address.rules';
export { type Answer, Exchange } from './exchange';
export {
  createFileDownloads,
  NoFileError,
  type FileDownloadOptions,
  type FileDownloads,
  type RemoteFile,
} from './file-download';
export { headerOf } from './headers';
export {
  createOutboundClient,
  type OutboundClient,
  type OutboundClientOptions,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-client';
export { OutboundError, type OutboundErrorKind } from './outbound-error';
export { outboundSettings, reachOf } from './outbound-settings';
export { readUrl, type UrlProblem, type UrlReading } from './url.rules';
