export { newTraceparent, traceIdOf, type Cause } from '@chat/telemetry';
