import { Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions, type Transaction } from '@chat/bus';
import { announceExpiry } from '../channels/channel-events';
import { ChannelsRepository } from '../channels/channels.repository';

/** How many days before its end the token of a channel is told of. */
const NOTICE_DAYS = [14, 7, 1];
const ROUND_MS = 60 * 60 * 1000;
const BATCH_SIZE = 50;

/**
 * Tells clients ahead that the token of a channel expires. What was told is kept with the channel, in the transaction
 * that emits the event: each stage is told once, however many replicas there are.
 */
@Injectable()
export class TokenNoticesService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly transactions: Transactions,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'token-notices', round: () => this.tellSome(), everyMs: ROUND_MS });
  }

  /** @returns whether there may be more to tell. */
  private tellSome(): Promise<boolean> {
    return this.transactions.run(null, async (tx) => {
      const due = await this.channels.lockExpiring(NOTICE_DAYS, BATCH_SIZE, tx.manager);
      for (const { accountId, id, days } of due) await this.announce(accountId, id, days, tx);
      return due.length === BATCH_SIZE;
    });
  }

  private async announce(accountId: number, id: number, days: number, tx: Transaction): Promise<void> {
    const channel = await this.channels.lock(accountId, id, tx.manager);
    if (!channel?.tokenExpiresAt) return;
    const updated = await this.channels.update(channel, { tokenNotice: days }, tx);
    announceExpiry(tx, updated, channel.tokenExpiresAt);
  }
}
