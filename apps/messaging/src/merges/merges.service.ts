import { Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions, type Transaction } from '@chat/bus';
import { conversationMerged } from '@chat/contracts/messaging';
import { ConversationsService } from '../conversations/conversations.service';
import { conversationWithoutNames } from '../messages/shown-to';
import { MergesRepository, type MovingConversation } from './merges.repository';

const POLL_MS = 1_000;
const BATCH_SIZE = 1_000;

/**
 * Moves the messages of conversations that were merged into others, a batch per transaction, and tells when all have moved.
 * The rows say what is left to do, so a crash only repeats a batch.
 */
@Injectable()
export class MergesService {
  constructor(
    loops: BackgroundLoops,
    private readonly transactions: Transactions,
    private readonly repository: MergesRepository,
    private readonly conversations: ConversationsService,
  ) {
    loops.add({ name: 'merged-conversations', round: () => this.round(), everyMs: POLL_MS });
  }

  /** @returns whether there may be more to move. */
  private async round(): Promise<boolean> {
    const moving = await this.repository.next();
    if (!moving) return false;
    await this.transactions.run(null, async (tx) => {
      if (!(await this.repository.lock(moving, tx.manager))) return;
      if ((await this.repository.moveSome(moving, BATCH_SIZE, tx.manager)) === BATCH_SIZE) return;
      await this.publish({ ...moving, mergedInto: await this.repository.finish(moving, tx.manager) }, tx);
    });
    return true;
  }

  private async publish({ accountId, id, mergedInto }: MovingConversation, tx: Transaction): Promise<void> {
    const conversation = await this.conversations.get(accountId, mergedInto);
    tx.emit(conversationMerged, {
      accountId,
      // The one that ends: this is the only event about it.
      entity: `conversations/${id}`,
      entityVersion: 1,
      channelId: conversation.chat_account_id,
      data: { conversation: conversationWithoutNames(conversation), merged_id: id },
    });
  }
}
