import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { numberStatusChanged } from '@chat/contracts/cloud-connector';
import { NumberStatusService } from './number-status.service';

@Injectable()
export class NumberEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly statuses: NumberStatusService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'channels-number-status',
      subject: numberStatusChanged.subject,
      bindings: [
        on(numberStatusChanged, async ({ accountid, data }, tx) => {
          await this.statuses.apply(tx, Number(accountid), data);
        }),
      ],
    });
  }
}
