import type { CloudEvent } from '@chat/contracts';
import { instruments } from '@chat/telemetry';

/** The metrics of one consumer. */
export class EventMetrics {
  private readonly labels: { service: string; consumer: string };

  constructor(service: string, consumer: string) {
    this.labels = { service, consumer };
  }

  /** Must be called after the commit. */
  noteHandled(events: readonly { event: CloudEvent }[]): void {
    const { live } = instruments.eventDelay;
    if (!live) return;
    instruments.events.live?.inc({ ...this.labels, outcome: 'handled' }, events.length);
    const now = Date.now();
    for (const { event } of events) {
      const delayMs = now - Date.parse(event.time);
      // Clocks differ, and not every publisher writes a readable time.
      if (delayMs >= 0) live.observe(this.labels, delayMs / 1000);
    }
  }

  noteFailed(): void {
    instruments.events.live?.inc({ ...this.labels, outcome: 'failed' });
  }

  noteDead(): void {
    instruments.events.live?.inc({ ...this.labels, outcome: 'dead' });
  }
}
