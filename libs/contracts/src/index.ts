export { About, Default, Example } from './about';
export type { Plan, RequestContext } from './context';
export { credentialIdOf, grantIdOf } from './context';
export { Deleted } from './deleted';
export { Empty } from './empty';
export type { CloudEvent, EventType } from './event';
export { eventType } from './event';
export {
  Bool,
  Decimal,
  Digits,
  FilterId,
  Id,
  Int,
  isBlank,
  OneOf,
  PhoneDigits,
  Text,
  Timestamp,
  Uuid,
  Verbatim,
  Word,
} from './fields';
export type { FeatureFlag } from './flags';
export { featureFlags } from './flags';
export type { Dto, Kind, Member, TextForm } from './member';
export { membersOf } from './member';
export type { Notice } from './notice';
export { notice } from './notice';
export type { Effect, InputOf, Operation, OutputOf } from './operation';
export { DEFAULT_TIMEOUT_MS, operation, waitMsOf } from './operation';
export type { Pagination } from './pagination';
export { DEFAULT_PER_PAGE, MAX_PER_PAGE, PageQuery, WholeListQuery } from './pagination';
export type { UnknownMembers } from './parse';
export { parse, parsePart } from './parse';
export { IdParams } from './path';
export { IfGiven, Nullable, Optional, WhenKnown } from './presence';
export { Problems, shortened, unknownMember } from './problems';
export type { ReviewOperation } from './review';
export { BrokenInput, FurtherProblems } from './review';
export type { Scope } from './scopes';
export { anyOf, scopes, scopeSentences, scopesOf } from './scopes';
export {
  AnyJson,
  AnyObject,
  isPlainObject,
  ListOf,
  Nested,
  StoredFile,
  StoredMedia,
  Union,
  UploadedFile,
} from './structures';
export type { UploadClass } from './upload';
export { FETCH_TIMEOUT_MS, uploadLimits } from './upload';
