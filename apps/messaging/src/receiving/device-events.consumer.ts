import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { deviceMessageAcknowledged, deviceMessageReceived } from '@chat/contracts/device-sessions';
import { MessageProgressService } from '../messages/message-progress.service';
import { toNewMessage, toStep } from './device-events.mapper';

/** Hears from linked phones: what contacts wrote, and how our own messages fare. */
@Injectable()
export class DeviceEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly progress: MessageProgressService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'messaging-device-events',
      subject: 'evt.device-sessions.message.*',
      batch: { size: 25, by: 'entity' },
      bindings: [
        on(deviceMessageReceived, ({ accountid, data }, tx) =>
          this.progress.receive(tx, Number(accountid), toNewMessage(data)),
        ),
        on(deviceMessageAcknowledged, ({ accountid, data }, tx) =>
          this.progress.advance(tx, Number(accountid), data.message_id, toStep(data)),
        ),
      ],
    });
  }
}
