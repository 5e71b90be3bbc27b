import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { ChannelPurge } from './channel-purge.service';
import { DeletedChannelsRepository } from './deleted-channels.repository';

/** Hears that a channel was deleted. */
@Injectable()
export class ChannelEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly channels: DeletedChannelsRepository,
    private readonly purge: ChannelPurge,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'webhooks-channel-events',
      subject: channelDeleted.subject,
      bindings: [
        on(channelDeleted, async ({ accountid, data }, tx) => {
          await this.channels.mark(Number(accountid), data.channel_id, tx.manager);
          tx.afterCommit(() => this.purge.wake());
        }),
      ],
    });
  }
}
