import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { SessionSnapshot } from '@chat/contracts/device-sessions';
import { AppError } from '@chat/errors';
import { Jobs, violates } from '@chat/service-kit';
import { phoneVariants } from '@chat/phone-numbers';
import type { ChannelEntity } from '../channels/channel.entity';
import { announce } from '../channels/channel-events';
import { toChannel } from '../channels/channel.mapper';
import type { ChannelChanges } from '../channels/channel-changes.rules';
import { ChannelsRepository } from '../channels/channels.repository';
import {
  compareMoments,
  LINK_REFUSED,
  LINK_REFUSED_REASON,
  reasonOfMove,
  statusAfter,
} from './connection.rules';
import { logOutRefusedLink } from './job-types';
import { momentOf, toNewTimes, toSessionColumns } from './session-snapshot.mapper';

/**
 * Applies session snapshots to the connection status of Device channels. Snapshots may arrive late, twice and from
 * several sources: under the channel's row lock, each transition happens and fires its events once.
 */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  /** Applies a snapshot from a reply. @throws AppError `not_found` when the channel is gone. */
  async report(snapshot: SessionSnapshot, context: RequestContext): Promise<ChannelEntity> {
    const channel = await this.transactions.run(context, (tx) =>
      this.applySnapshot(tx, context.account.id, snapshot),
    );
    if (!channel) throw new AppError('not_found');
    return channel;
  }

  /** Applies a snapshot from any source. @returns the channel after it, null when it is gone. */
  async applySnapshot(
    tx: Transaction,
    accountId: number,
    snapshot: SessionSnapshot,
  ): Promise<ChannelEntity | null> {
    const channel = await this.channels.lock(accountId, snapshot.channel_id, tx.manager);
    if (!channel) return null;
    const age = compareMoments(snapshot, momentOf(channel));
    if (age < 0) return channel;
    if (age === 0) return this.channels.update(channel, toNewTimes(snapshot, channel), tx);

    const connectionStatus = statusAfter(channel.connectionStatus, snapshot.raw_status);
    const phoneNumber =
      connectionStatus === 'connected' && snapshot.phone_number ? snapshot.phone_number : channel.phoneNumber;
    const changes = { ...toSessionColumns(snapshot, channel), connectionStatus, phoneNumber };
    const isNewLink = channel.connectionStatus !== 'connected' || phoneNumber !== channel.phoneNumber;
    if (connectionStatus === 'connected' && isNewLink && (await this.isTaken(phoneNumber, channel, tx))) {
      return this.refuseLink(tx, channel, snapshot);
    }
    try {
      // A savepoint: if the database refuses the number, the transaction can still store the refusal.
      const moved = await tx.manager.transaction((manager) =>
        this.channels.update(channel, changes, { ...tx, manager }),
      );
      announce(tx, channel, moved, reasonOfMove(snapshot));
      return moved;
    } catch (error) {
      if (!violates(error, 'channels_connected_number')) throw error;
      return this.refuseLink(tx, channel, snapshot);
    }
  }

  /** Applies a reset that we requested: the session has dropped its link, and the channel waits to be paired again. */
  async reset(
    snapshot: SessionSnapshot,
    context: RequestContext,
    changes: ChannelChanges = {},
  ): Promise<ChannelEntity> {
    return this.transactions.run(context, async (tx) => {
      const channel = await this.channels.lock(context.account.id, snapshot.channel_id, tx.manager);
      if (!channel) throw new AppError('not_found');
      const isOvertaken = compareMoments(snapshot, momentOf(channel)) < 0;
      // A link that was made after the reset and reported before the reset's reply stands.
      const isLinkedAnew = isOvertaken && channel.deviceRawStatus === 'CONNECTED';
      const moved = await this.channels.update(
        channel,
        {
          ...changes,
          ...(!isOvertaken && toSessionColumns(snapshot, channel)),
          ...(!isLinkedAnew && { connectionStatus: 'pending' }),
        },
        tx,
      );
      announce(tx, channel, moved, 'reset');
      tx.record({ target: `channels/${moved.id}`, before: toChannel(channel), after: toChannel(moved) });
      return moved;
    });
  }

  /**
   * Returns whether another connected channel, of either kind, has the number in any spelling. Of two Device channels
   * that connect with the same number concurrently, the index `channels_connected_number` refuses one.
   */
  private async isTaken(
    phoneNumber: string | null,
    { accountId, id }: ChannelEntity,
    { manager }: Transaction,
  ): Promise<boolean> {
    if (phoneNumber === null) return false;
    const namesakes = await this.channels.findByNumber(accountId, phoneVariants(phoneNumber), manager);
    return namesakes.some((other) => other.id !== id && other.connectionStatus === 'connected');
  }

  private async refuseLink(
    tx: Transaction,
    channel: ChannelEntity,
    snapshot: SessionSnapshot,
  ): Promise<ChannelEntity> {
    const error = { lastError: LINK_REFUSED, lastErrorReason: LINK_REFUSED_REASON };
    const changes = { ...toSessionColumns(snapshot, channel), ...error };
    const refused = await this.channels.update(channel, changes, tx);
    const { epoch, seq } = snapshot;
    const data = { channelId: refused.id, epoch, seq };
    await this.jobs.add(tx, logOutRefusedLink, { accountId: refused.accountId, data });
    return refused;
  }
}
