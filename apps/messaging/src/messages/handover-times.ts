import { Injectable } from '@nestjs/common';
import { UsualDuration } from '@chat/flow';

/** How long each connector takes to hand over a message. It determines how long a send may wait to share a batch. */
@Injectable()
export class HandoverTimes {
  private readonly byService = new Map<string, UsualDuration>();

  /** @param service the connector's service name. */
  of(service: string): UsualDuration {
    const known = this.byService.get(service);
    if (known) return known;
    const duration = new UsualDuration();
    this.byService.set(service, duration);
    return duration;
  }
}
