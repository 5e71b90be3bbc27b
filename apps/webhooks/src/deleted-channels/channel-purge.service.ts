import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops, type BackgroundLoop } from '@chat/bus';
import { DeletedChannelsRepository } from './deleted-channels.repository';

const POLL_MS = 2_000;
const BATCH_SIZE = 1_000;

/**
 * Erases what the log tells of deleted channels, on any replica: one batch of one channel a transaction. A crash costs that
 * batch, and whoever comes next goes on.
 */
@Injectable()
export class ChannelPurge {
  private readonly loop: BackgroundLoop;

  constructor(
    loops: BackgroundLoops,
    private readonly dataSource: DataSource,
    private readonly channels: DeletedChannelsRepository,
  ) {
    this.loop = loops.add({ name: 'channel-purge', round: () => this.round(), everyMs: POLL_MS });
  }

  /** Says that a channel was marked. */
  wake(): void {
    this.loop.wake();
  }

  /** One batch of the channel whose turn it is. @returns whether there was one. */
  private round(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const channel = await this.channels.takeDue(manager);
      if (!channel) return false;
      const { account_id: accountId, channel_id: channelId } = channel;
      const purged = await this.channels.purgeSome(accountId, channelId, BATCH_SIZE, manager);
      if (purged > 0) await this.channels.requeue(accountId, channelId, manager);
      else await this.channels.rest(accountId, channelId, manager);
      return true;
    });
  }
}
