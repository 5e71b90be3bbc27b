import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoop } from '@chat/bus';
import { LOGGER, type Logger } from '@chat/service-kit';
import { DeletedChannelsRepository } from './deleted-channels.repository';

const POLL_MS = 2_000;
const BATCH_SIZE = 1_000;

/**
 * Removes what deleted channels left, on any replica: one batch of one channel a transaction. A crash costs that
 * batch, and whoever comes next goes on.
 */
@Injectable()
export class ChannelPurge implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dataSource: DataSource,
    private readonly channels: DeletedChannelsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new BackgroundLoop(
      () => this.round(),
      POLL_MS,
      (error) => logger.error({ error }, 'a deleted channel could not be purged'),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
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
