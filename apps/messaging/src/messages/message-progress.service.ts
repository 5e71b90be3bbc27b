import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import {
  messageDelivered,
  messageFailed,
  messageRead,
  messageReceived,
  messageSent,
} from '@chat/contracts/messaging';
import { MessageJournalRepository, type NewMessage, type Step } from './message-journal.repository';
import { statesPassed } from './message-status.rules';
import { toEventData } from './message.mapper';
import type { MessageRow } from './message.row';

const eventOf = {
  sent: messageSent,
  delivered: messageDelivered,
  read: messageRead,
  failed: messageFailed,
  received: messageReceived,
} as const;

/** What happens to messages after they were asked for, with the events that tell of it. */
@Injectable()
export class MessageProgressService {
  constructor(private readonly journal: MessageJournalRepository) {}

  /** Keeps an inbound message; does nothing when it is here already or its channel is deleted. */
  async receive(tx: Transaction, accountId: number, message: NewMessage): Promise<void> {
    const row = await this.journal.append(accountId, message, tx.manager);
    if (row) this.tell(tx, accountId, 'received', row);
  }

  /** Takes an outbound message one step forward; does nothing when it is that far already. */
  async advance(tx: Transaction, accountId: number, messageId: number, step: Step): Promise<void> {
    const moved = await this.journal.advance(accountId, messageId, step, tx.manager);
    if (!moved) return;
    for (const state of statesPassed(moved.from, step.to)) this.tell(tx, accountId, state, moved.row);
  }

  private tell(tx: Transaction, accountId: number, what: keyof typeof eventOf, row: MessageRow): void {
    tx.emit(eventOf[what], {
      accountId,
      entity: `messages/${row.id}`,
      entityVersion: row.version,
      channelId: row.channel_id,
      data: toEventData(row),
    });
  }
}
