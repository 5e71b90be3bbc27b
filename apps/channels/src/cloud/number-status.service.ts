import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import type { NumberSnapshot } from '@chat/contracts/cloud-connector';
import type { ChannelEntity } from '../channels/channel.entity';
import { announce, announceUpdate } from '../channels/channel-events';
import { ChannelsRepository } from '../channels/channels.repository';
import { changesOfDescription } from './description.rules';
import { reasonOfError } from './error-reason.rules';
import { changesOfTokenEnd } from './token-end.rules';

/**
 * Applies number snapshots to the connection status of Cloud channels. Snapshots may arrive late or twice: under the
 * channel's row lock, each transition happens and fires its event once.
 */
@Injectable()
export class NumberStatusService {
  constructor(private readonly channels: ChannelsRepository) {}

  /** @returns the channel after the snapshot; null when it is gone. */
  async apply(tx: Transaction, accountId: number, snapshot: NumberSnapshot): Promise<ChannelEntity | null> {
    const channel = await this.channels.lock(accountId, snapshot.channel_id, tx.manager);
    if (!channel || snapshot.version <= channel.sessionSeq) return channel;
    const isLink = snapshot.status === 'connected' && channel.connectionStatus !== 'connected';
    const moved = await this.channels.update(
      channel,
      {
        connectionStatus: snapshot.status,
        phoneNumber: snapshot.phone_number,
        lastError: snapshot.last_error,
        lastErrorReason: reasonOfError(snapshot),
        sync: snapshot.sync ?? null,
        sessionSeq: snapshot.version,
        ...changesOfTokenEnd(channel, snapshot.token_expires_at),
        ...changesOfDescription(snapshot),
        ...(isLink && { lastSeenAt: new Date() }),
      },
      tx,
    );
    announce(tx, channel, moved, snapshot.reason);
    // With the first snapshot, the change of status tells all of it.
    if (channel.sessionSeq >= 0) announceUpdate(tx, channel, moved);
    return moved;
  }
}
