import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/service-kit';
import { ChannelJobsRepository } from './channel-jobs.repository';
import { NumbersService } from '../numbers/numbers.service';
import type { EntityManager } from 'typeorm';

/** Purges the numbers of deleted channels, with the records of their messages. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  private readonly deleteRows = deleteRowsOf('cloud_connector.sends', 'cloud_connector.received');

  constructor(
    private readonly channels: DeletedChannels,
    private readonly numbers: NumbersService,
    private readonly jobs: ChannelJobsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }

  /** The number comes first: without it, a channel neither sends nor receives. */
  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    if (await this.numbers.remove(accountId, channelId, manager)) return 1;
    const deleted = await this.deleteRows(accountId, channelId, limit, manager);
    return deleted > 0 ? deleted : this.jobs.deleteOf(accountId, channelId, limit, manager);
  }
}
