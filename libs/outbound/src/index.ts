export type { AllowedRanges } from './address.rules';
export { isAllowedAddress, isPublicAddress, parseAllowedRanges } from './address.rules';
export type {
  OutboundClient,
  OutboundClientOptions,
  OutboundRequest,
  OutboundResponse,
} from './outbound-client';
export { createOutboundClient } from './outbound-client';
export type { OutboundErrorKind } from './outbound-error';
export { OutboundError } from './outbound-error';
export type { UrlProblem } from './url.rules';
export { checkUrl } from './url.rules';
