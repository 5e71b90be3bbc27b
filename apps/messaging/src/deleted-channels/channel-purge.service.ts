import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/service-kit';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';
import { BlobsService } from '../media/blobs.service';

/**
 * Removes the messages and conversations of deleted channels, with their files and the recorded responses of their
 * requests.
 */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  private readonly steps: ChannelPurge['purgeSome'][];

  constructor(
    private readonly channels: DeletedChannels,
    blobs: BlobsService,
    keys: IdempotencyKeysService,
  ) {
    this.steps = [
      // Messages reference their conversation, and name their blobs.
      (...batch) => blobs.purgeSome(...batch),
      deleteRowsOf('messaging.messages', 'messaging.conversations', 'messaging.message_changes'),
      (...batch) => keys.eraseChannel(...batch),
    ];
  }

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }

  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    for (const purgeSome of this.steps) {
      const purged = await purgeSome(accountId, channelId, limit, manager);
      if (purged > 0) return purged;
    }
    return 0;
  }
}
