import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batcher } from '@chat/flow';
import { blobKey } from '@chat/media';
import { Transactions, type OutboxRow, type Transaction } from '@chat/bus';
import { toMessageError, type Receipt as ToldReceipt } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { Jobs, toTimestamp, wasRolledBack } from '@chat/service-kit';
import { firstCodePoints } from '../code-points.rules';
import type { Arrival, InboundMessage, KeyChange, Receipt } from '../engines/device-engine';
import { toFailure } from '../engines/refusal.rules';
import { LeaseLostError, type Tenure } from '../session-store/session.row';
import { fence } from '../session-store/sessions.repository';
import { inboundMediaOf, toReported } from './inbound-content.rules';
import { copyInboundMedia } from './job-types';
import { InboundRepository, type AcknowledgedSend, type Acknowledgement } from './inbound.repository';

/** Ids are truncated to this many code points: senders choose them, and an index cannot hold texts of any length. */
const MAX_ID_LENGTH = 200;
/** Maximum number of sessions whose arrivals share statements. */
const BATCH_SIZE = 64;

/** A message and the channel that received it. */
type RecordedMessage = Pick<InboundMessage, 'chatMessageId' | 'content'> & {
  accountId: number;
  channelId: number;
};

/** The messages, or the receipts, that the network delivered to one session. */
interface Delivery<T extends Arrival> {
  tenure: Tenure;
  arrivals: T[];
}

/** Commits what the network delivers before the network forgets it. Sessions that wait share a commit. */
@Injectable()
export class InboundService {
  private readonly messages: Batcher<Delivery<InboundMessage>, boolean>;
  private readonly receipts: Batcher<Delivery<Receipt>, void>;

  constructor(
    private readonly transactions: Transactions,
    private readonly inbound: InboundRepository,
    private readonly jobs: Jobs,
  ) {
    const options = { size: BATCH_SIZE, gatherMs: 5, keyOf: channelOf, changedNothing: wasRolledBack };
    this.messages = new Batcher<Delivery<InboundMessage>, boolean>(
      (batch) => this.recordMessages(batch),
      options,
    );
    this.receipts = new Batcher<Delivery<Receipt>, void>((batch) => this.recordReceipts(batch), options);
  }

  /** @throws LeaseLostError when the session of a message has another owner; the network redelivers to that owner. */
  async record(tenure: Tenure, arrivals: Arrival[], _keys: KeyChange[]): Promise<void> {
    const storable = arrivals.map(withStorableId);
    const messages = storable.filter(isMessage);
    const receipts = storable.filter(isReceipt);
    const [isRecorded] = await Promise.all([
      messages.length === 0 || this.messages.add({ tenure, arrivals: messages }),
      receipts.length > 0 && this.receipts.add({ tenure, arrivals: receipts }),
    ]);
    if (!isRecorded) throw new LeaseLostError();
  }

  private recordMessages(batch: Delivery<InboundMessage>[]): Promise<boolean[]> {
    return this.transactions.run(null, async (tx) => {
      const isHeld = await fence(
        tx.manager,
        batch.map(({ tenure }) => tenure),
      );
      const held = batch.filter((_, index) => isHeld[index]);
      const messages = held.flatMap(({ tenure: { account_id, channel_id }, arrivals }) =>
        arrivals.map((message) => ({
          accountId: account_id,
          channelId: channel_id,
          ...message,
          from: message.from.phone ?? '',
        })),
      );
      if (messages.length > 0) await this.insert(tx, messages);
      return isHeld;
    });
  }

  private async insert(
    tx: Transaction,
    messages: (RecordedMessage & Omit<InboundMessage, 'from'> & { from: string })[],
  ): Promise<void> {
    const numbers = await this.inbound.insert(messages, tx.manager);
    for (const [index, { accountId, channelId, ...message }] of messages.entries()) {
      const number = numbers[index];
      if (typeof number !== 'number') continue;
      // Each message starts its own trace.
      const traced = tx.causedBy({});
      const blob = await this.copyLater(traced, { accountId, channelId, ...message });
      traced.emit(deviceConnector.inbound, {
        accountId,
        // Messages of one chat stay in order.
        entity: `chats/${channelId}-${message.from}`,
        entityVersion: number,
        channelId,
        data: {
          channel_id: channelId,
          chat_message_id: message.chatMessageId,
          from: message.from,
          name: message.pushName,
          content: toReported(message.content, blob),
          sent_at: toTimestamp(message.sentAt),
        },
      });
    }
  }

  /** @returns where the bytes of the message are going to be stored; null when it has none. */
  private async copyLater(
    tx: Transaction,
    { accountId, channelId, chatMessageId, content }: RecordedMessage,
  ): Promise<string | null> {
    const media = inboundMediaOf(content);
    if (!media) return null;
    const blob = blobKey(accountId, randomUUID(), new Date());
    const data = { channelId, chatMessageId, blob, media, arrivedAt: Date.now() };
    await this.jobs.add(tx, copyInboundMedia, { accountId, data });
    return blob;
  }

  /**
   * Records receipts without a fence or a transaction: a receipt is true whichever replica owns the session by now, and
   * a repeated one changes nothing.
   */
  private async recordReceipts(batch: Delivery<Receipt>[]): Promise<void[]> {
    const sends = new Map<string, Acknowledgement>();
    for (const { tenure, arrivals } of batch) {
      for (const receipt of arrivals) {
        const key = keyOf(tenure, receipt);
        if (!sends.has(key)) sends.set(key, toAcknowledgement(tenure, receipt));
      }
    }
    const known = await this.inbound.acknowledge([...sends.values()]);
    const byKey = new Map([...sends.keys()].map((key, index) => [key, known[index]!]));
    const events = batch.flatMap(({ tenure, arrivals }) => {
      const told = arrivals.flatMap((receipt) => {
        // Receipts for messages sent elsewhere, on the phone itself, are ignored.
        const send = byKey.get(keyOf(tenure, receipt));
        return send ? { receipt, send } : [];
      });
      return told.length > 0 ? this.eventOf(tenure, told) : [];
    });
    await this.transactions.publish(events);
    return batch.map(() => undefined);
  }

  private eventOf(
    { account_id: accountId, channel_id: channelId }: Tenure,
    told: { receipt: Receipt; send: AcknowledgedSend }[],
  ): OutboxRow {
    const occurrence = {
      accountId,
      entity: `channels/${channelId}`,
      entityVersion: Math.max(...told.map(({ send }) => send.number)),
      channelId,
      data: { channel_id: channelId, receipts: told.map(({ receipt, send }) => toTold(receipt, send)) },
    };
    return this.transactions.outboxRow(deviceConnector.receipts, occurrence, null);
  }
}

function toTold(receipt: Receipt, { messageId }: AcknowledgedSend): ToldReceipt {
  const error = failureOf(receipt);
  return {
    message_id: messageId,
    chat_message_id: receipt.chatMessageId,
    level: receipt.level,
    error: error && toMessageError(error),
    at: toTimestamp(receipt.at),
  };
}

function toAcknowledgement({ account_id, channel_id }: Tenure, receipt: Receipt): Acknowledgement {
  return {
    accountId: account_id,
    channelId: channel_id,
    chatMessageId: receipt.chatMessageId,
    state: receipt.level === 'failed' ? 'refused' : 'accepted',
    error: failureOf(receipt),
  };
}

function failureOf({ level, errorCode }: Receipt) {
  return level === 'failed' ? toFailure(errorCode).toBody() : null;
}

function keyOf({ account_id, channel_id }: Tenure, { chatMessageId }: Receipt): string {
  return `${account_id}/${channel_id}/${chatMessageId}`;
}

function channelOf({ tenure: { account_id, channel_id } }: Delivery<Arrival>): string {
  return `${account_id}/${channel_id}`;
}

/** Removes NUL characters, which Postgres cannot store, and truncates the id. */
function withStorableId<T extends Arrival>(arrival: T): T {
  const chatMessageId = firstCodePoints(arrival.chatMessageId.replaceAll('\0', ''), MAX_ID_LENGTH);
  return { ...arrival, chatMessageId };
}

function isMessage(arrival: Arrival): arrival is InboundMessage {
  return arrival.type === 'message';
}

function isReceipt(arrival: Arrival): arrival is Receipt {
  return arrival.type === 'receipt';
}
