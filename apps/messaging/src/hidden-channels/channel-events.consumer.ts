import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { HiddenChannelsRepository } from './hidden-channels.repository';

/** Hides a deleted channel even if the request to do so was lost. */
@Injectable()
export class ChannelEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly channels: HiddenChannelsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'messaging-channel-events',
      subject: channelDeleted.subject,
      bindings: [
        on(channelDeleted, ({ accountid, data }, tx) =>
          this.channels.hide(Number(accountid), data.channel_id, tx.manager),
        ),
      ],
    });
  }
}
