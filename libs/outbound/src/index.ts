export type { Reach, ReachSettings } from './address.rules';
export { parseRanges, parseReach } from './address.rules';
export { type Answer, Exchange } from './exchange';
export type { FileDownloadOptions, FileDownloads, RemoteFile } from './file-download';
export { createFileDownloads, NoFileError } from './file-download';
export { headerOf } from './headers';
export type {
  OutboundClient,
  OutboundClientOptions,
  OutboundRequest,
  OutboundResponse,
} from './outbound-client';
export { createOutboundClient } from './outbound-client';
export type { OutboundErrorKind } from './outbound-error';
export { OutboundError } from './outbound-error';
export { outboundSettings, reachOf } from './outbound-settings';
export type { UrlProblem, UrlReading } from './url.rules';
export { readUrl } from './url.rules';
