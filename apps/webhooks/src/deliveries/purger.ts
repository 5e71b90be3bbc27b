import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop } from '@chat/bus';
import { LOGGER, type Logger } from '@chat/service-kit';
import { PurgeRepository } from './purge.repository';

const ROUND_MS = 30_000;

/** Clears away after deleted endpoints and channels, in batches; after a crash it goes on where it was. */
@Injectable()
export class Purger implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly purge: PurgeRepository,
  ) {
    this.loop = new BackgroundLoop(
      () => this.round(),
      ROUND_MS,
      (error) => logger.error({ error }, 'purge failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Asks for a round now. */
  wake(): void {
    this.loop.wake();
  }

  private async round(): Promise<boolean> {
    const isFull = [
      await this.purge.erasePayloads(),
      await this.purge.deleteOrphans(),
      await this.purge.deleteEndpoints(),
      await this.purge.deleteChannels(),
    ];
    return isFull.includes(true);
  }
}
