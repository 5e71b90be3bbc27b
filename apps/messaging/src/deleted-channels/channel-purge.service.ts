import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/deleted-channels';
import { BlobsService } from '../media/blobs.service';

/** Removes the messages and conversations of deleted channels, with their files. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  /** In this order: messages refer to their conversation. */
  private readonly purgeRows = deleteRowsOf('messaging.messages', 'messaging.conversations');

  constructor(
    private readonly channels: DeletedChannels,
    private readonly blobs: BlobsService,
  ) {}

  /** The blobs first: their rows name them. */
  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const deleted = await this.blobs.purgeSome(accountId, channelId, limit, manager);
    return deleted > 0 ? deleted : this.purgeRows(accountId, channelId, limit, manager);
  }

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }
}
