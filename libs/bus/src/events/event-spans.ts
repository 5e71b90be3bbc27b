import type { CloudEvent } from '@chat/contracts';
import { attributesOf, isTracing, startSpan, type Span } from '@chat/telemetry';
import { recordsOf } from './dead-event';

/** The spans of events that share a transaction: each belongs to the trace of its event, and all end together. */
export class EventSpans {
  private readonly spans: Span[] = [];

  constructor(
    private readonly service: string,
    private readonly consumer: string,
  ) {}

  /** @returns the event, whose trace continues from its span. */
  begin(event: CloudEvent): CloudEvent {
    const span = startSpan(event, this.service, this.consumer, 'consumer');
    if (!span) return event;
    span.set({ 'messaging.system': 'nats', ...attributesOf(recordsOf(event)) });
    this.spans.push(span);
    return { ...event, traceparent: span.traceparent };
  }

  end(error?: string): void {
    for (const span of this.spans) span.end(error);
  }
}

/** Returns null while nothing is traced. */
export function startEventSpans(service: string, consumer: string): EventSpans | null {
  return isTracing() ? new EventSpans(service, consumer) : null;
}
