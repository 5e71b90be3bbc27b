import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { InboundRepository } from '../inbound/inbound.repository';
import { SendsRepository } from '../sends/sends.repository';
import { SessionsRepository } from './sessions.repository';

/** Purges what belonged to a deleted channel. An owner that still runs its session finds the lease gone. */
@Injectable()
export class DeletedChannelsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly sessions: SessionsRepository,
    private readonly sends: SendsRepository,
    private readonly received: InboundRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'device-sessions-deleted-channels',
      subject: channelDeleted.subject,
      bindings: [
        on(channelDeleted, async ({ accountid, data: { channel_id } }, { manager }) => {
          const accountId = Number(accountid);
          await this.sessions.purge(accountId, channel_id, manager);
          await this.sends.purge(accountId, channel_id, manager);
          await this.received.purge(accountId, channel_id, manager);
        }),
      ],
    });
  }
}
