import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/service-kit';

/** Purges the sessions of deleted channels, with the records of their sends and received messages. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  /** The session comes first: without it, a channel neither sends nor receives. */
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
