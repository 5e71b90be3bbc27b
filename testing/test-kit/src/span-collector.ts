import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An exported span. */
export interface CollectedSpan {
  service: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  spanId: string;
  /** Null for the first span of a trace. */
  parentSpanId: string | null;
  attributes: Record<string, unknown>;
  /** The traces that it links to. */
  links: string[];
  isError: boolean;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Attribute[];
  links?: { traceId: string }[];
  status?: { code?: number };
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ExportedSpan[] }[] }[];
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const ERROR = 2;

/** A collector on loopback for OTLP over HTTP with JSON, which stores what it gets. */
export class SpanCollector {
  readonly spans: CollectedSpan[] = [];
  /** All bytes that it received. */
  raw = '';
  /** The status of its responses; 200 by default. */
  answer: () => number = () => 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpanCollector> {
    // Otherwise a client may use a connection that was just closed as idle.
    const server = createServer({ keepAliveTimeout: 0 });
    const collector = new SpanCollector(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const status = collector.answer();
        if (status === 200) collector.take(body);
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  trace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: string): void {
    this.raw += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const service = String(toRecord(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(toSpan(service, span));
    }
  }
}

function toSpan(service: string, span: ExportedSpan): CollectedSpan {
  const { name, kind, traceId, spanId, parentSpanId, attributes = [], links = [], status } = span;
  return {
    ...{ service, name, kind: kinds[kind] ?? 'internal', traceId, spanId },
    parentSpanId: parentSpanId ?? null,
    attributes: toRecord(attributes),
    links: links.map((link) => link.traceId),
    isError: status?.code === ERROR,
  };
}

function toRecord(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
