import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeletedChannels, deleteRowsOf, type ChannelPurge } from '@chat/service-kit';

/** Purges the sessions of deleted channels, with their keys and the records of sends, received messages and people. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  /** The session comes first: without it, a channel neither sends nor receives. */
  readonly purgeSome = deleteRowsOf(
    'device_sessions.sessions',
    'device_sessions.session_keys',
    'device_sessions.sends',
    'device_sessions.received',
    'device_sessions.people',
  );

  constructor(private readonly channels: DeletedChannels) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }
}
