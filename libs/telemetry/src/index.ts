export { SampledGauge } from './metrics/instrument';
export * as instruments from './metrics/instruments';
export { MetricsServer, startMeasuring } from './metrics/metrics-server';
export { endpointOf, outcomeOf } from './metrics/outcome.rules';
export { samplerServices } from './metrics/sampler-names';
export { Samplers, type Sample } from './metrics/samplers';
export { attributesOf, codesOf, messageOf, recordsIn, type NamedRecords } from './named-records';
export type { Span } from './tracing/span';
export { isSampled, newTraceparent, traceIdOf, type Cause } from './tracing/trace-context';
export {
  beginTrace,
  isTracing,
  startSpan,
  startTrace,
  startTracing,
  stopTracing,
  wantsTracing,
} from './tracing/tracing';
