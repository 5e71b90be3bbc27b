import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batcher } from '@chat/batcher';
import { blobKey } from '@chat/blob-store';
import { Transactions, type Transaction } from '@chat/bus';
import type { Receipt as ToldReceipt } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { Jobs } from '@chat/jobs';
import { toMessageError } from '@chat/send-records';
import { toTimestamp, wasRolledBack } from '@chat/service-kit';
import { firstCodePoints } from '../code-points.rules';
import type { Arrival, InboundMessage, Receipt } from '../engines/device-engine';
import { toFailure } from '../sends/refusal.rules';
import { LeaseLostError, type Tenure } from '../sessions/session.row';
import { fence } from '../sessions/sessions.repository';
import { inboundMediaOf, toReported } from './inbound-content.rules';
import { copyInboundMedia } from './job-types';
import { InboundRepository, type AcknowledgedSend, type Acknowledgement } from './inbound.repository';

/** Senders choose the ids of their messages. This much of one is kept: an index holds no text of any length. */
const MAX_ID_LENGTH = 200;
/** Sessions whose arrivals share a transaction. */
const BATCH_SIZE = 64;

/** A message and the channel that it came to. */
type RecordedMessage = Pick<InboundMessage, 'chatMessageId' | 'content'> & {
  accountId: number;
  channelId: number;
};

/** What the network delivered to one session. */
interface Delivery {
  tenure: Tenure;
  arrivals: Arrival[];
}

/** What the network delivers. It is committed here before the network forgets it; sessions that wait share a commit. */
@Injectable()
export class InboundService {
  private readonly deliveries: Batcher<Delivery, boolean>;

  constructor(
    private readonly transactions: Transactions,
    private readonly inbound: InboundRepository,
    private readonly jobs: Jobs,
  ) {
    this.deliveries = new Batcher((batch) => this.recordAll(batch), {
      size: BATCH_SIZE,
      gatherMs: 5,
      keyOf: ({ tenure }) => `${tenure.account_id}/${tenure.channel_id}`,
      changedNothing: wasRolledBack,
    });
  }

  /** @throws LeaseLostError when the session has another owner, to whom the network delivers again. */
  async record(tenure: Tenure, arrivals: Arrival[]): Promise<void> {
    const isRecorded = await this.deliveries.add({ tenure, arrivals: arrivals.map(withStorableId) });
    if (!isRecorded) throw new LeaseLostError();
  }

  private recordAll(batch: Delivery[]): Promise<boolean[]> {
    return this.transactions.run(null, async (tx) => {
      const isHeld = await fence(
        tx.manager,
        batch.map(({ tenure }) => tenure),
      );
      const held = batch.filter((_, index) => isHeld[index]);
      await this.recordMessages(tx, held);
      await this.recordReceipts(tx, held);
      return isHeld;
    });
  }

  private async recordMessages(tx: Transaction, deliveries: Delivery[]): Promise<void> {
    const messages = deliveries.flatMap(({ tenure: { account_id, channel_id }, arrivals }) =>
      arrivals.filter(isMessage).map((message) => ({
        accountId: account_id,
        channelId: channel_id,
        ...message,
      })),
    );
    if (messages.length === 0) return;
    const numbers = await this.inbound.insert(messages, tx.manager);
    for (const [index, { accountId, channelId, ...message }] of messages.entries()) {
      const number = numbers[index];
      if (typeof number !== 'number') continue;
      // Each begins a trace of its own.
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

  /** @returns where the bytes of the message are going to be; null when it has none. */
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

  private async recordReceipts(tx: Transaction, deliveries: Delivery[]): Promise<void> {
    const sends = new Map<string, Acknowledgement>();
    for (const { tenure, arrivals } of deliveries) {
      for (const receipt of arrivals.filter(isReceipt)) addTo(sends, tenure, receipt);
    }
    if (sends.size === 0) return;
    const known = await this.inbound.acknowledge([...sends.values()], tx.manager);
    const byKey = new Map([...sends.keys()].map((key, index) => [key, known[index]!]));
    for (const { tenure, arrivals } of deliveries) {
      tellReceipts(
        tx,
        tenure,
        arrivals.filter(isReceipt).flatMap((receipt) => {
          // A receipt for what was sent elsewhere, from the phone itself, tells us nothing.
          const send = byKey.get(keyOf(tenure, receipt));
          return send ? { receipt, send } : [];
        }),
      );
    }
  }
}

function tellReceipts(
  tx: Transaction,
  { account_id: accountId, channel_id: channelId }: Tenure,
  given: { receipt: Receipt; send: AcknowledgedSend }[],
): void {
  if (given.length === 0) return;
  tx.causedBy({}).emit(deviceConnector.receipts, {
    accountId,
    entity: `channels/${channelId}`,
    entityVersion: Math.max(...given.map(({ send }) => send.number)),
    channelId,
    data: {
      channel_id: channelId,
      receipts: given.map(({ receipt, send }) => toTold(receipt, send)),
    },
  });
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

function addTo(sends: Map<string, Acknowledgement>, tenure: Tenure, receipt: Receipt): void {
  const key = keyOf(tenure, receipt);
  const send = sends.get(key) ?? {
    accountId: tenure.account_id,
    channelId: tenure.channel_id,
    chatMessageId: receipt.chatMessageId,
    state: receipt.level === 'failed' ? 'refused' : 'accepted',
    error: failureOf(receipt),
    count: 0,
  };
  sends.set(key, { ...send, count: send.count + 1 });
}

function failureOf({ level, errorCode }: Receipt) {
  return level === 'failed' ? toFailure(errorCode).toBody() : null;
}

function keyOf({ account_id, channel_id }: Tenure, { chatMessageId }: Receipt): string {
  return `${account_id}/${channel_id}/${chatMessageId}`;
}

/** Postgres holds no NUL. */
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
