export * from './metrics/instrument';
export * as instruments from './metrics/instruments';
export * from './metrics/metrics-server';
export * from './metrics/outcome.rules';
export * from './metrics/samplers';
export * from './named-records';
export * from './tracing/span';
export * from './tracing/trace-context';
export * from './tracing/tracing';
