export {
  codesOf,
  newTraceparent,
  recordsIn,
  traceIdOf,
  type Cause,
  type NamedRecords,
} from '@chat/telemetry';
