import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { blobKey } from '@chat/media';
import type { Transaction } from '@chat/bus';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { MessageChange } from '@chat/contracts/connector';
import { Jobs, toTimestamp } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import { copyInboundMedia } from '../media/job-types';
import type { Entry } from '../envelopes/entry';
import { readChange } from '../envelopes/change.rules';
import { extraOf, readContent, type InboundContent } from '../envelopes/inbound-content.rules';
import { readNotice } from '../envelopes/notice.rules';
import { NumbersRepository } from '../numbers/numbers.repository';
import { SignsOfLifeService } from '../signs-of-life/signs-of-life.service';
import { isOfGroup, readEnvelope, type InboundEnvelope } from '../envelopes/inbound.rules';
import { unreadableMessage } from './job-types';
import { ReceivedRepository } from './received.repository';

interface Inbound extends InboundEnvelope, Omit<InboundContent, 'content'> {
  content: InboundContent['content'] | MessageChange;
  accountId: number;
  channelId: number;
  blob: string;
  /** Whether the message was written in the business app: `from` and `providerUserId` then name the receiver. */
  isEcho: boolean;
}

/**
 * Records inbound messages and those written in the business app. Each message fires one event, however often it is
 * delivered.
 */
@Injectable()
export class InboundMessages implements OnApplicationBootstrap {
  constructor(
    private readonly received: ReceivedRepository,
    private readonly numbers: NumbersRepository,
    private readonly jobs: Jobs,
    private readonly signs: SignsOfLifeService,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(unreadableMessage, ({ accountId, data: { channelId, ...entry } }) =>
      Promise.resolve(async (tx: Transaction) => {
        const number = await this.numbers.lock(accountId, channelId, tx.manager);
        if (!number) return;
        const message = toInbound({ ...entry, number }, new Date());
        if (!message) throw new Error('The message names nobody whom this version can read, or has no id.');
        await this.record([message], tx);
      }),
    );
  }

  async apply(arrived: { messages: Entry[]; echoes: Entry[] }, tx: Transaction): Promise<void> {
    const now = new Date();
    const entries = [
      ...arrived.messages.map((entry) => ({ ...entry, isEcho: false })),
      ...arrived.echoes.map((entry) => ({ ...toReceiver(entry), isEcho: true })),
    ];
    const ofPeople = entries.filter(({ item }) => !isOfGroup(item));
    instruments.groupMessages.live?.inc(entries.length - ofPeople.length);
    const messages: Inbound[] = [];
    for (const entry of ofPeople) {
      const message = toInbound(entry, now);
      if (message) messages.push(message);
      else await this.keepUnreadable(entry, tx);
    }
    if (messages.length > 0) await this.record(messages, tx);
  }

  private async keepUnreadable(
    { number, ...entry }: Entry & { isEcho: boolean },
    tx: Transaction,
  ): Promise<void> {
    const { account_id: accountId, channel_id: channelId } = number;
    await this.jobs.add(tx.causedBy({}), unreadableMessage, { accountId, data: { ...entry, channelId } });
  }

  private async record(messages: Inbound[], tx: Transaction): Promise<void> {
    const numbers = await this.received.insert(messages, tx.manager);
    for (const [index, message] of messages.entries()) {
      const number = numbers[index];
      if (typeof number !== 'number') continue;
      // Each message starts its own trace.
      const own = tx.causedBy({});
      publish(own, message, number);
      own.afterCommit(() => this.signs.record(message.accountId, message.channelId));
      if (message.media) await this.copyLater(own, message);
    }
  }

  private async copyLater(tx: Transaction, { media, accountId, ...message }: Inbound): Promise<void> {
    const { channelId, chatMessageId, blob } = message;
    const data = { channelId, chatMessageId, blob, media: media!, arrivedAt: Date.now() };
    await this.jobs.add(tx, copyInboundMedia, { accountId, data });
  }
}

/** Returns an echo with its receiver in place of the sender. */
function toReceiver(entry: Entry): Entry {
  const { to, to_user_id: userId, ...item } = entry.item;
  return { ...entry, item: { ...item, from: to, from_user_id: userId } };
}

/** @returns null if the other party cannot be read. */
function toInbound({ isEcho, ...entry }: Entry & { isEcho: boolean }, now: Date): Inbound | null {
  const { number, item } = entry;
  const envelope = readEnvelope(item, entry, now);
  if (!envelope) return null;
  const { account_id: accountId, channel_id: channelId } = number;
  const blob = blobKey(accountId, randomUUID(), now);
  return { ...envelope, ...saidIn(item, blob), accountId, channelId, blob, isEcho };
}

function saidIn(item: Entry['item'], blob: string): Pick<Inbound, 'content' | 'media' | 'extra'> {
  const change = readChange(item);
  if (change) return { content: change, media: null, extra: null };
  const notice = readNotice(item);
  return notice ? { content: notice, media: null, extra: extraOf(item) } : readContent(item, blob);
}

function publish(tx: Transaction, message: Inbound, number: number): void {
  const { accountId, channelId, from, providerUserId, name, username, isNotice, extra } = message;
  const { context, referral } = message.references;
  const occurrence = {
    accountId,
    // Messages of one chat stay in order.
    entity: `chats/${channelId}-${from ?? providerUserId}`,
    entityVersion: number,
    channelId,
  };
  const data = {
    channel_id: channelId,
    chat_message_id: message.chatMessageId,
    ...(providerUserId !== null && { provider_user_id: providerUserId }),
    ...(username !== null && { username }),
    content: message.content,
    ...(context && { context }),
    ...(extra && { extra }),
    sent_at: toTimestamp(message.sentAt),
  };
  if (message.isEcho) {
    const echo = { ...data, to: from, ...(name !== null && { name }) };
    return tx.emit(cloudConnector.echo, { ...occurrence, data: echo });
  }
  const inbound = {
    ...data,
    from,
    name,
    ...(isNotice && { is_notice: true }),
    ...(referral && { referral }),
  };
  tx.emit(cloudConnector.inbound, { ...occurrence, data: inbound });
}
