import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batcher } from '@chat/flow';
import { blobKey } from '@chat/media';
import { Transactions, type OutboxRow, type Transaction } from '@chat/bus';
import { toMessageError, type Receipt as ToldReceipt } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { Jobs, toTimestamp, wasRolledBack } from '@chat/service-kit';
import { firstCodePoints } from '../code-points.rules';
import type { Arrival, Echo, InboundMessage, KeyChange, Person, Receipt } from '../engines/device-engine';
import { toFailure } from '../engines/refusal.rules';
import { PeopleService } from '../people/people.service';
import { SessionKeysRepository } from '../session-store/session-keys.repository';
import { LeaseLostError, type Tenure } from '../session-store/session.row';
import { fence } from '../session-store/sessions.repository';
import { inboundMediaOf, toReported } from './inbound-content.rules';
import { copyInboundMedia } from './job-types';
import { storableId } from './storable-id.rules';
import { InboundRepository, type AcknowledgedSend, type Acknowledgement } from './inbound.repository';

/** Maximum number of code points of a name, of which fewer are shown. */
const MAX_NAME_LENGTH = 1_000;
/** Maximum number of sessions whose arrivals share statements. */
const BATCH_SIZE = 64;

type Message = InboundMessage | Echo;

/** Messages that the network delivered to one session, and the keys that they changed. */
interface Delivery {
  tenure: Tenure;
  messages: Message[];
  keys: KeyChange[];
}

interface DeliveredReceipts {
  tenure: Tenure;
  receipts: Receipt[];
}

/** Commits what the network delivers before the network forgets it. Sessions that wait share a commit. */
@Injectable()
export class InboundService {
  private readonly messages: Batcher<Delivery, boolean>;
  private readonly receipts: Batcher<DeliveredReceipts, void>;

  constructor(
    private readonly transactions: Transactions,
    private readonly inbound: InboundRepository,
    private readonly keys: SessionKeysRepository,
    private readonly people: PeopleService,
    private readonly jobs: Jobs,
  ) {
    const options = { size: BATCH_SIZE, gatherMs: 5, keyOf: channelOf, changedNothing: wasRolledBack };
    this.messages = new Batcher<Delivery, boolean>((batch) => this.recordMessages(batch), options);
    this.receipts = new Batcher<DeliveredReceipts, void>((batch) => this.recordReceipts(batch), options);
  }

  /**
   * Records arrivals with the keys that they changed. Keys are committed last, since what is redelivered after a crash
   * must meet the keys as they were: receipts may be recorded twice, messages and keys are committed together.
   * @throws LeaseLostError when the session of a message has another owner; the network redelivers to that owner.
   */
  async record(tenure: Tenure, arrivals: Arrival[], keys: KeyChange[]): Promise<void> {
    const arrived = arrivals.map(withStorableIds);
    const messages = arrived.filter((arrival) => arrival.type !== 'receipt');
    const receipts = arrived.filter((arrival) => arrival.type === 'receipt');
    const receiptsRecorded = receipts.length > 0 ? this.receipts.add({ tenure, receipts }) : undefined;
    if (keys.length > 0) await receiptsRecorded;
    const [isRecorded] = await Promise.all([
      messages.length + keys.length === 0 || this.messages.add({ tenure, messages, keys }),
      receiptsRecorded,
    ]);
    if (!isRecorded) throw new LeaseLostError();
  }

  private recordMessages(batch: Delivery[]): Promise<boolean[]> {
    return this.transactions.run(null, async (tx) => {
      const isHeld = await fence(
        tx.manager,
        batch.map(({ tenure }) => tenure),
      );
      const held = batch.filter((_, index) => isHeld[index]);
      await this.insert(tx, held);
      await this.keys.write(
        held.map(({ tenure, keys }) => ({ tenure, changes: keys })),
        tx.manager,
      );
      return isHeld;
    });
  }

  private async insert(tx: Transaction, deliveries: Delivery[]): Promise<void> {
    const messages = deliveries.flatMap(({ tenure, messages: own }) =>
      own.map((message) => ({ tenure, message, person: personOf(message) })),
    );
    if (messages.length === 0) return;
    const numbers = await this.inbound.insert(
      messages.map(({ tenure: { account_id: accountId, channel_id: channelId }, message, person }) => {
        const { chatMessageId, type } = message;
        const standsFor = (type === 'message' && message.standsFor) || null;
        return { accountId, channelId, chatMessageId, person, isEcho: type === 'echo', standsFor };
      }),
      tx.manager,
    );
    await this.people.learn(
      messages.filter(({ message }) => message.type === 'message'),
      tx,
    );
    for (const [index, { tenure, message }] of messages.entries()) {
      const number = numbers[index];
      // Each message starts its own trace.
      if (typeof number === 'number') await this.publish(tx.causedBy({}), tenure, message, number);
    }
  }

  private async publish(tx: Transaction, tenure: Tenure, message: Message, number: number): Promise<void> {
    const { account_id: accountId, channel_id: channelId } = tenure;
    const { phone, userId } = personOf(message);
    const occurrence = {
      accountId,
      // One entity for all chats of a phone: by number or id, a person's messages could overtake each other when the
      // network begins to tell the other of the two.
      entity: `chats/${channelId}`,
      entityVersion: number,
      channelId,
    };
    const data = {
      channel_id: channelId,
      chat_message_id: message.chatMessageId,
      ...(userId !== null && { provider_user_id: userId }),
      content: toReported(message.content, await this.copyLater(tx, tenure, message)),
      ...(message.repliesTo && { context: { id: storableId(message.repliesTo) } }),
      sent_at: toTimestamp(message.sentAt),
    };
    if (message.type === 'echo') {
      tx.emit(deviceConnector.echo, { ...occurrence, data: { ...data, to: phone } });
    } else {
      const name = message.pushName && firstCodePoints(message.pushName, MAX_NAME_LENGTH);
      const inbound = { ...data, from: phone, name };
      tx.emit(deviceConnector.inbound, { ...occurrence, data: inbound });
    }
  }

  /** @returns where the bytes of the message are going to be stored; null when it has none. */
  private async copyLater(
    tx: Transaction,
    { account_id: accountId, channel_id: channelId }: Tenure,
    { chatMessageId, content }: Message,
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
  private async recordReceipts(batch: DeliveredReceipts[]): Promise<void[]> {
    const sends = new Map<string, Acknowledgement>();
    for (const { tenure, receipts } of batch) {
      for (const receipt of receipts) {
        const key = keyOf(tenure, receipt);
        if (!sends.has(key)) sends.set(key, toAcknowledgement(tenure, receipt));
      }
    }
    const known = await this.inbound.acknowledge([...sends.values()]);
    const byKey = new Map([...sends.keys()].map((key, index) => [key, known[index]!]));
    const events = batch.flatMap(({ tenure, receipts }) => {
      const ours = receipts.flatMap((receipt) => {
        // Receipts for messages sent elsewhere, on the phone itself, are ignored.
        const send = byKey.get(keyOf(tenure, receipt));
        return send ? { receipt, send } : [];
      });
      return ours.length > 0 ? this.eventOf(tenure, ours) : [];
    });
    await this.transactions.publish(events);
    return batch.map(() => undefined);
  }

  private eventOf(
    { account_id: accountId, channel_id: channelId }: Tenure,
    ours: { receipt: Receipt; send: AcknowledgedSend }[],
  ): OutboxRow {
    const occurrence = {
      accountId,
      entity: `channels/${channelId}`,
      entityVersion: Math.max(...ours.map(({ send }) => send.number)),
      channelId,
      data: { channel_id: channelId, receipts: ours.map(({ receipt, send }) => toReceipt(receipt, send)) },
    };
    return this.transactions.outboxRow(deviceConnector.receipts, occurrence, null);
  }
}

function toReceipt(receipt: Receipt, { messageId }: AcknowledgedSend): ToldReceipt {
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

function channelOf({ tenure: { account_id, channel_id } }: { tenure: Tenure }): string {
  return `${account_id}/${channel_id}`;
}

function personOf(message: Message): Person {
  return message.type === 'echo' ? message.to : message.from;
}

function withStorableIds(arrival: Arrival): Arrival {
  const chatMessageId = storableId(arrival.chatMessageId);
  switch (arrival.type) {
    case 'message':
      return {
        ...arrival,
        chatMessageId,
        ...(arrival.standsFor !== undefined && { standsFor: storableId(arrival.standsFor) }),
        from: withStorableId(arrival.from),
      };
    case 'echo':
      return { ...arrival, chatMessageId, to: withStorableId(arrival.to) };
    case 'receipt':
      return { ...arrival, chatMessageId };
  }
}

function withStorableId({ phone, userId }: Person): Person {
  return { phone, userId: userId && storableId(userId) };
}
