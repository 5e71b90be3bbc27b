import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Span, SpanAttributes, SpanKind, SpanOrigin, SpanRecorder } from './tracing/span';

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
};

/** How long a process that ends waits for the collector. */
const FLUSH_MS = 2_000;

/**
 * A recorder based on OpenTelemetry's SDK, with a resource per service of the process and one exporter for all of them.
 */
export class OpenTelemetry implements SpanRecorder {
  private readonly processor: BatchSpanProcessor;
  private readonly tracers = new Map<string, Tracer>();

  constructor(onLoss: () => void) {
    this.processor = new BatchSpanProcessor(reporting(new OTLPTraceExporter(), onLoss));
  }

  /** @returns null if the trace is not sampled. */
  start(
    service: string,
    name: string,
    kind: SpanKind,
    { parent, link = null, attributes }: SpanOrigin,
  ): Span | null {
    const parentContext = parent === null ? null : contextOf(parent);
    const linked = link === null ? null : contextOf(link);
    const span = this.tracerOf(service).startSpan(
      name,
      {
        kind: kinds[kind],
        root: parentContext === null,
        ...(attributes && { attributes }),
        ...(linked && { links: [{ context: linked }] }),
      },
      parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT,
    );
    return span.isRecording() ? new RecordedSpan(span) : null;
  }

  /** Exports the remaining spans; they are lost if the collector does not answer in time. */
  async shutDown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FLUSH_MS);
    });
    await Promise.race([this.processor.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  private tracerOf(service: string): Tracer {
    const known = this.tracers.get(service);
    if (known) return known;
    const own = resourceFromAttributes({ 'service.name': service, 'service.namespace': 'chat' });
    const resource = detectResources({ detectors: [envDetector] }).merge(own);
    const tracer = new BasicTracerProvider({ resource, spanProcessors: [this.processor] }).getTracer(
      'chat-api',
    );
    this.tracers.set(service, tracer);
    return tracer;
  }
}

class RecordedSpan implements Span {
  readonly traceparent: string;

  constructor(private readonly span: OtelSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-01`;
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(error?: string): void {
    if (error !== undefined) {
      this.span.setAttribute('error.type', error);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags] = traceparent.split('-');
  const traceFlags = flags === '01' ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return { traceId, spanId, traceFlags, isRemote: true };
}

/** Wraps an exporter to report failures. */
function reporting(exporter: SpanExporter, onLoss: () => void): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.error) onLoss();
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
