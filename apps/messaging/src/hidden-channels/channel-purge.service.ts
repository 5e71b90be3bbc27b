import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoop } from '@chat/bus';
import { LOGGER, type Logger } from '@chat/service-kit';
import { HiddenChannelsRepository, type HiddenChannel } from './hidden-channels.repository';

const ROUND_MS = 2_000;
const BATCH_SIZE = 1_000;

/** Deletes the rows of hidden channels, in batches of their own transaction: a crash costs one batch. */
@Injectable()
export class ChannelPurge implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dataSource: DataSource,
    private readonly channels: HiddenChannelsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new BackgroundLoop(
      () => this.round(),
      ROUND_MS,
      (error) => logger.error({ error }, 'a deleted channel could not be purged'),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** One batch of every channel that is not purged yet. @returns whether rows were deleted, so that more may be left. */
  private async round(): Promise<boolean> {
    let deleted = 0;
    for (const channel of await this.channels.unpurged()) deleted += await this.purgeBatch(channel);
    return deleted > 0;
  }

  private purgeBatch({ account_id: accountId, channel_id: channelId }: HiddenChannel): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.channels.lock(accountId, channelId, manager))) return 0;
      const deleted = await this.channels.deleteSome(accountId, channelId, BATCH_SIZE, manager);
      if (deleted === 0) await this.channels.markPurged(accountId, channelId, manager);
      return deleted;
    });
  }
}
