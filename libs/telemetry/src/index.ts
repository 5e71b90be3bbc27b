export { SampledGauge } from './metrics/instrument';
export * as instruments from './metrics/instruments';
export { MetricsServer, startMeasuring } from './metrics/metrics-server';
export { endpointOf, outcomeOf } from './metrics/outcome.rules';
export { samplerServices } from './metrics/sampler-names';
export type { Sample } from './metrics/samplers';
export { Samplers } from './metrics/samplers';
export type { NamedRecords } from './named-records';
export { attributesOf, codesOf, messageOf, recordsIn } from './named-records';
export type { Span } from './tracing/span';
export type { Cause } from './tracing/trace-context';
export { isSampled, newTraceparent, traceIdOf } from './tracing/trace-context';
export {
  beginTrace,
  isTracing,
  startSpan,
  startTrace,
  startTracing,
  stopTracing,
  wantsTracing,
} from './tracing/tracing';
