import type { Span, SpanAttributes, SpanKind, SpanRecorder } from './span';
import { isSampled, newTraceparent, type Cause } from './trace-context';

/** The recorder of the process; null while nothing is traced, in which case OpenTelemetry is not loaded. */
let recorder: SpanRecorder | null = null;

/** Returns whether the environment names a collector, as OpenTelemetry's specification defines it. */
export function wantsTracing(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  if (environment.OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Starts tracing in this process. */
export function startTracing(by: SpanRecorder): void {
  recorder = by;
}

/** Exports the remaining spans and stops tracing. */
export async function stopTracing(): Promise<void> {
  const stopping = recorder;
  recorder = null;
  await stopping?.shutDown();
}

/** Returns whether any trace can be sampled. Code that is wired when a process starts can check this once. */
export function isTracing(): boolean {
  return recorder !== null;
}

/**
 * Starts a span for work that follows from its cause.
 * @returns null if the trace is not sampled, which costs next to nothing.
 */
export function startSpan(
  cause: Cause,
  service: string,
  name: string,
  kind: SpanKind,
  attributes?: SpanAttributes,
): Span | null {
  if (!recorder || !isSampled(cause)) return null;
  return recorder.start(service, name, kind, { parent: cause.traceparent ?? null, attributes });
}

/**
 * Starts a trace with its first span, which decides whether it is sampled.
 * @param link the `traceparent` of an external caller, which is linked but not continued.
 * @returns null if the trace is not sampled.
 */
export function startTrace(
  service: string,
  name: string,
  kind: SpanKind,
  link: string | null = null,
): Span | null {
  return recorder?.start(service, name, kind, { parent: null, link }) ?? null;
}

/**
 * Returns the `traceparent` of something that starts now and has no duration of its own, such as a network's report.
 */
export function beginTrace(service: string): string {
  const span = startTrace(service, 'begin', 'internal');
  span?.end();
  return span?.traceparent ?? newTraceparent();
}
