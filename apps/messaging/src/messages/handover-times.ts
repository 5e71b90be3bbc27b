import { Injectable } from '@nestjs/common';
import { UsualDuration } from '@chat/batcher';

/** How long each connector takes to hand a message over. It tells how long a send may wait for others. */
@Injectable()
export class HandoverTimes {
  private readonly byService = new Map<string, UsualDuration>();

  /** @param service the name of the connector's service. */
  of(service: string): UsualDuration {
    const known = this.byService.get(service);
    if (known) return known;
    const duration = new UsualDuration();
    this.byService.set(service, duration);
    return duration;
  }
}
