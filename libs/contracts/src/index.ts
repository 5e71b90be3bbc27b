export { About, Default, Example } from './about';
export {
  credentialIdOf,
  grantIdOf,
  personIdOf,
  type CallingPerson,
  type Plan,
  type RequestContext,
} from './context';
export { isBlank } from './blank';
export { Deleted } from './deleted';
export { Empty } from './empty';
export { eventType, type CloudEvent, type EventType } from './event';
export {
  Bool,
  Decimal,
  Digits,
  FilterId,
  Id,
  Int,
  OneOf,
  PhoneDigits,
  Text,
  Timestamp,
  Uuid,
  Verbatim,
  Word,
} from './fields';
export { featureFlags, type FeatureFlag } from './flags';
export { includesLevel, toolLevels, type McpTool, type ToolLevel } from './mcp-tool';
export {
  isRequired,
  membersOf,
  withoutMembers,
  type Dto,
  type JsonSchema,
  type Kind,
  type Member,
  type TextForm,
} from './member';
export { Moment, readMoment } from './moment';
export { visibleName } from './names';
export { notice, type Notice } from './notice';
export {
  DEFAULT_TIMEOUT_MS,
  isPublic,
  operation,
  waitMsOf,
  type Effect,
  type InputOf,
  type Operation,
  type OutputOf,
  subjectOf,
  subjectsOf,
} from './operation';
export { DEFAULT_PER_PAGE, MAX_PER_PAGE, PageQuery, WholeListQuery, type Pagination } from './pagination';
export { parse, parsePart, type UnknownMembers } from './parse';
export { IdParams } from './path';
export { IfGiven, Nullable, Optional, WhenKnown } from './presence';
export { Problems, shortened, unknownMember } from './problems';
export { BrokenInput, FurtherProblems, type ReviewOperation } from './review';
export { includesRole, roles, scopesOfRoles, scopesWithin, type Role } from './roles';
export { anyOf, scopes, scopeSentences, scopesOf, type Scope } from './scopes';
export {
  AnyJson,
  AnyObject,
  isPlainObject,
  isShortJson,
  ListOf,
  Nested,
  RecordOf,
  StoredFile,
  StoredMedia,
  TextFile,
  Union,
  UploadedFile,
} from './structures';
export { FETCH_TIMEOUT_MS, MAX_STILL_STICKER, sizeInWords, uploadLimits, type UploadClass } from './upload';
