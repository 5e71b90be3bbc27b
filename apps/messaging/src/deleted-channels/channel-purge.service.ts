import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/deleted-channels';

/** Removes the messages and conversations of deleted channels. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  /** In this order: messages refer to their conversation. */
  readonly purgeSome = deleteRowsOf('messaging.messages', 'messaging.conversations');

  constructor(private readonly channels: DeletedChannels) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }
}
