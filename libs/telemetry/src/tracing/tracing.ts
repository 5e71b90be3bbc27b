import type { Span, SpanAttributes, SpanKind, SpanRecorder } from './span';
import { isSampled, newTraceparent, type Cause } from './trace-context';

/** Of the whole process; null while it traces nothing, and then nothing of OpenTelemetry is loaded. */
let recorder: SpanRecorder | null = null;

/** Whether the environment names a collector, in the words of OpenTelemetry's specification. */
export function wantsTracing(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  if (environment.OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Begins to trace in this process. */
export function startTracing(by: SpanRecorder): void {
  recorder = by;
}

/** Exports what is left and traces no further. */
export async function stopTracing(): Promise<void> {
  const stopping = recorder;
  recorder = null;
  await stopping?.shutDown();
}

/** Whether any trace may be sampled. What is wired while a process starts asks this once. */
export function isTracing(): boolean {
  return recorder !== null;
}

/** Work that its cause brings about. @returns null when its trace is not sampled, which costs next to nothing. */
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
 * The first work of a trace, which decides whether it is sampled.
 * @param link the `traceparent` of a stranger, which is named and not continued.
 * @returns null when it is not.
 */
export function startTrace(
  service: string,
  name: string,
  kind: SpanKind,
  link: string | null = null,
): Span | null {
  return recorder?.start(service, name, kind, { parent: null, link }) ?? null;
}

/** The `traceparent` of what begins at this moment and has no duration of its own, such as the report of a network. */
export function beginTrace(service: string): string {
  const span = startTrace(service, 'begin', 'internal');
  span?.end();
  return span?.traceparent ?? newTraceparent();
}
