import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Notices, Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { conversationsRead, type Conversation } from '@chat/contracts/messaging';
import { Jobs, jobType, SuspendedAccounts, Usage, type Conclusion, type JobOf } from '@chat/service-kit';
import { ConversationsService } from '../conversations/conversations.service';
import { ConnectorClient } from '../sending/connector.client';
import { ReadingRepository, type NewestRead } from './reading.repository';

/** A phone may be off for a while; after a day the receipt is pointless. */
const readReceipt = jobType<NewestRead>('read-receipt', { giveUpAfterMs: 24 * 60 * 60 * 1000 });

/** How often a receipt of a suspended account is looked at again. */
const SUSPENDED_PAUSE_MS = 60_000;

/** Marks conversations as read, here and on the network. */
@Injectable()
export class ReadingService implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly reading: ReadingRepository,
    private readonly conversations: ConversationsService,
    private readonly connectors: ConnectorClient,
    private readonly suspended: SuspendedAccounts,
    private readonly usage: Usage,
    private readonly notices: Notices,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(readReceipt, (job) => this.tellNetwork(job));
  }

  /** @throws AppError `not_found`, or `limit_reached` if too many receipts wait for their network. */
  async read(conversationId: number, context: RequestContext): Promise<Conversation> {
    const accountId = context.account.id;
    await this.transactions.run(context, async (tx) => {
      const newest = await this.reading.markRead(accountId, conversationId, tx.manager);
      if (!newest) return;
      await this.usage.demand({ accountId, limit: 'read_receipts', amount: 1 }, tx);
      await this.jobs.add(tx, readReceipt, { accountId, data: newest });
      tx.afterCommit(() => this.notices.publish(conversationsRead, accountId));
    });
    return this.conversations.get(accountId, conversationId);
  }

  private async tellNetwork(job: JobOf<typeof readReceipt>): Promise<Conclusion | void> {
    const { channel_id, chat_message_id, connector } = job.data;
    if (this.suspended.has(job.accountId)) return () => Promise.resolve({ delayMs: SUSPENDED_PAUSE_MS });
    if (await this.reading.isDeleted(job.accountId, channel_id)) return;
    const asked = this.connectors.find(connector);
    await this.connectors.read(asked, job.accountId, { channel_id, chat_message_id }, job);
  }
}
