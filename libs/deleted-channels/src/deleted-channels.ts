import type { DataSource, EntityManager } from 'typeorm';
import { on, type BackgroundLoop, type BackgroundLoops, type EventConsumers } from '@chat/bus';
import { channelDeleted } from '@chat/contracts/channels';
import { ChannelMarksRepository, type DueChannel } from './channel-marks.repository';
import type { ChannelPurge } from './channel-purge';

const POLL_MS = 2_000;
const BATCH_SIZE = 1_000;

/**
 * The deleted channels of one service. Each has a mark in the table `deleted_channels`, from whose commit on the
 * service treats it as gone, and what it left is purged on any replica: one batch of one channel a transaction, so
 * that a crash costs that batch, whoever comes next goes on, and neither a large channel nor one whose purge fails keeps
 * another waiting.
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

  /** For `onApplicationBootstrap`: every channel whose deletion is heard of is marked and purged in this way. */
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

  /** Marks a channel ahead of the event that tells of its deletion. */
  async mark(accountId: number, channelId: number): Promise<void> {
    await this.marks.add(accountId, channelId, this.dataSource.manager);
    this.loop?.wake();
  }

  /** One batch of the channel whose turn it is. @returns whether there was one. */
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
      // Or a channel that cannot be purged would be the first in each round, and the others would wait for it. It does not
      // rest: as a rule the database was away, or this process lost its connection.
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
