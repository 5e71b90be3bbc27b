import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { toTimestamp } from '@chat/service-kit';
import { firstCodePoints } from '../code-points.rules';
import type { Arrival, InboundMessage, Receipt } from '../engines/device-engine';
import { toFailure, toMessageError } from '../sends/refusal.rules';
import { SendsRepository } from '../sends/sends.repository';
import type { Tenure } from '../sessions/session.row';
import { fence } from '../sessions/sessions.repository';
import { InboundRepository } from './inbound.repository';

/** Senders choose the ids of their messages. This much of one is kept: an index holds no text of any length. */
const MAX_ID_LENGTH = 200;

/** What the network delivers. It is committed here before the network forgets it. */
@Injectable()
export class InboundService {
  constructor(
    private readonly transactions: Transactions,
    private readonly received: InboundRepository,
    private readonly sends: SendsRepository,
  ) {}

  /** @throws LeaseLostError when the session has another owner, to whom the network delivers again. */
  async record(tenure: Tenure, arrivals: Arrival[]): Promise<void> {
    await this.transactions.run(null, async (tx) => {
      await fence(tx.manager, tenure);
      for (const arrival of arrivals) {
        // Each begins a trace of its own.
        if (arrival.type === 'message') await this.recordMessage(tx.causedBy({}), tenure, arrival);
        else await this.recordReceipt(tx.causedBy({}), tenure, arrival);
      }
    });
  }

  private async recordMessage(tx: Transaction, tenure: Tenure, arrived: InboundMessage): Promise<void> {
    const message = { ...arrived, chatMessageId: firstCodePoints(arrived.chatMessageId, MAX_ID_LENGTH) };
    const number = await this.received.insert(tenure, message, tx.manager);
    if (number === null) return;
    const { account_id: accountId, channel_id } = tenure;
    tx.emit(deviceConnector.inbound, {
      accountId,
      // Messages of one chat stay in order.
      entity: `chats/${channel_id}-${message.from}`,
      entityVersion: number,
      channelId: channel_id,
      data: {
        channel_id,
        chat_message_id: message.chatMessageId,
        from: message.from,
        name: message.pushName,
        content: message.content,
        sent_at: toTimestamp(message.sentAt),
      },
    });
  }

  /** A receipt for what was sent elsewhere, from the phone itself, tells us nothing. */
  private async recordReceipt(tx: Transaction, tenure: Tenure, receipt: Receipt): Promise<void> {
    const { level } = receipt;
    const error = level === 'failed' ? toFailure(receipt.errorCode).toBody() : null;
    const send = await this.sends.acknowledge(tenure, receipt, error, tx.manager);
    if (!send) return;
    const data = {
      channel_id: tenure.channel_id,
      message_id: send.message_id,
      chat_message_id: receipt.chatMessageId,
      at: toTimestamp(receipt.at),
    };
    const occurrence = {
      accountId: tenure.account_id,
      entity: `messages/${send.message_id}`,
      entityVersion: send.version,
      channelId: tenure.channel_id,
    };
    if (level === 'sent') return tx.emit(deviceConnector.accepted, { ...occurrence, data });
    tx.emit(deviceConnector.receipt, {
      ...occurrence,
      data: { ...data, level, error: error && toMessageError(error) },
    });
  }
}
