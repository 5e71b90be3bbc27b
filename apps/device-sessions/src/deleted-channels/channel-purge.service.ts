import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/deleted-channels';

/** Removes the sessions of deleted channels, and what went through them. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  /** In this order: without its session a channel neither sends nor receives. */
  readonly purgeSome = deleteRowsOf(
    'device_sessions.sessions',
    'device_sessions.sends',
    'device_sessions.received',
  );

  constructor(private readonly channels: DeletedChannels) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }
}
