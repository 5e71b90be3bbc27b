import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BackgroundLoops, Transactions, type BackgroundLoop } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { Retention, SetRetention } from '@chat/contracts/messaging';
import { RetentionRepository, type DueRetention } from './retention.repository';

const POLL_MS = 10_000;
/** How often an account is looked at that has nothing left to delete. */
const REST_MS = 10 * 60 * 1000;
const BATCH_SIZE = 500;

/**
 * Deletes what accounts do not keep, one batch of one account per transaction, and accounts in turns: neither a large
 * account nor a crash delays the others.
 */
@Injectable()
export class RetentionService {
  private readonly loop: BackgroundLoop;

  constructor(
    loops: BackgroundLoops,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly repository: RetentionRepository,
  ) {
    const round = () => this.round();
    this.loop = loops.add({ name: 'message-retention', round, everyMs: POLL_MS, isGentle: true });
    loops.add({
      name: 'forgotten-messages',
      round: () => this.repository.deleteTombstones(BATCH_SIZE),
      everyMs: REST_MS,
    });
  }

  async get(accountId: number, manager?: EntityManager): Promise<Retention> {
    const days = await this.repository.find(accountId, manager);
    return { message_days: days?.messageDays ?? null, media_days: days?.mediaDays ?? null };
  }

  async set(
    { account_id: accountId, message_days, media_days }: SetRetention,
    context: RequestContext,
  ): Promise<Retention> {
    const after = { message_days, media_days };
    await this.transactions.run(context, async (tx) => {
      const before = await this.get(accountId, tx.manager);
      await this.repository.set(accountId, { messageDays: message_days, mediaDays: media_days }, tx.manager);
      tx.record({ target: 'retention', accountId, before, after });
    });
    this.loop.wake();
    return after;
  }

  /** @returns whether an account was due. */
  private round(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const due = await this.repository.takeDue(manager);
      if (due) await this.deleteSome(due, manager);
      return due !== null;
    });
  }

  private async deleteSome(due: DueRetention, manager: EntityManager): Promise<void> {
    const { accountId, messageDays, mediaDays, mediaUpToId } = due;
    const hasMoreMessages =
      messageDays !== null &&
      (await this.repository.deleteMessages(accountId, messageDays, BATCH_SIZE, manager));
    const media =
      mediaDays === null
        ? { upToId: mediaUpToId, hasMore: false }
        : await this.repository.expireMedia(due, mediaDays, BATCH_SIZE, manager);
    const hasMore = hasMoreMessages || media.hasMore;
    await this.repository.postpone(accountId, media.upToId, hasMore ? 0 : REST_MS, manager);
  }
}
