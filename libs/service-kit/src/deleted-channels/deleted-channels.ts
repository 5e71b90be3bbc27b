import type { DataSource, EntityManager } from 'typeorm';
import { on, type BackgroundLoop, type BackgroundLoops, type EventConsumers } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { ChannelMarksRepository, type DueChannel } from './channel-marks.repository';
import type { ChannelPurge } from './channel-purge';

const POLL_MS = 2_000;
const BATCH_SIZE = 1_000;

/**
 * The deleted channels of one service. Each has a mark (a tombstone) in the table `deleted_channels`. Once the mark is
 * committed, the service treats the channel as gone, and any replica purges its data: one batch of one channel per
 * transaction. A crash therefore loses that batch only, any replica continues, and neither a large channel nor one
 * whose purge fails delays the others.
 */
export class DeletedChannels {
  private readonly marks: ChannelMarksRepository;
  private loop: BackgroundLoop | null = null;

  constructor(
    private readonly service: { name: string; schema: string },
    private readonly dataSource: DataSource,
    private readonly consumers: EventConsumers,
    private readonly loops: BackgroundLoops,
  ) {
    this.marks = new ChannelMarksRepository(service.schema);
  }

  /** Marks every channel whose deletion event arrives, and purges it with `purge`. Call in `onApplicationBootstrap`. */
  purgeWith(purge: ChannelPurge): void {
    this.loop = this.loops.add({
      name: 'channel-purge',
      round: () => this.purgeBatch(purge),
      everyMs: POLL_MS,
    });
    this.consumers.consume({
      durable: `${this.service.name}-channel-events`,
      subject: channelDeleted.subject,
      bindings: [
        on(channelDeleted, async ({ accountid, data }, tx) => {
          await this.marks.add(Number(accountid), data.channel_id, tx.manager);
          tx.afterCommit(() => this.loop?.wake());
        }),
      ],
    });
  }

  /** Marks a channel ahead of its deletion event. */
  async mark(accountId: number, channelId: number): Promise<void> {
    await this.marks.add(accountId, channelId, this.dataSource.manager);
    this.loop?.wake();
  }

  /** Purges one batch of the channel that is due. @returns whether a channel was due. */
  private async purgeBatch(purge: ChannelPurge): Promise<boolean> {
    if (!(await this.marks.hasDue(this.dataSource.manager))) return false;
    const turn: { channel: DueChannel | null } = { channel: null };
    try {
      await this.dataSource.transaction(async (manager) => {
        turn.channel = await this.marks.takeDue(manager);
        if (turn.channel) await this.purgeSome(turn.channel, purge, manager);
      });
      return turn.channel !== null;
    } catch (error) {
      // Otherwise a channel that cannot be purged would come first in every round and delay the others. It is not
      // postponed further: usually the database was unavailable, or this process lost its connection.
      if (turn.channel) await this.marks.requeue(turn.channel, this.dataSource.manager);
      throw error;
    }
  }

  private async purgeSome(channel: DueChannel, purge: ChannelPurge, manager: EntityManager): Promise<void> {
    const { accountId, channelId, isForgettable } = channel;
    const purged = await purge.purgeSome(accountId, channelId, BATCH_SIZE, manager);
    if (purged > 0) {
      await this.marks.requeue(channel, manager);
    } else if (isForgettable && !(await purge.hasUnfinished?.(accountId, channelId, manager))) {
      await this.marks.remove(channel, manager);
    } else {
      await this.marks.rest(channel, manager);
    }
  }
}
