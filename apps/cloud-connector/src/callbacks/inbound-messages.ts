import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { blobKey } from '@chat/media';
import type { Transaction } from '@chat/bus';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import { Jobs, toTimestamp } from '@chat/service-kit';
import { copyInboundMedia } from '../media/job-types';
import type { Entry } from '../envelopes/entry';
import { readContent, type InboundContent } from '../envelopes/inbound-content.rules';
import { SignsOfLifeService } from '../signs-of-life/signs-of-life.service';
import { readEnvelope, type InboundEnvelope } from '../envelopes/inbound.rules';
import { ReceivedRepository } from './received.repository';

interface Inbound extends InboundEnvelope, InboundContent {
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
export class InboundMessages {
  constructor(
    private readonly received: ReceivedRepository,
    private readonly jobs: Jobs,
    private readonly signs: SignsOfLifeService,
  ) {}

  async take(arrived: { messages: Entry[]; echoes: Entry[] }, tx: Transaction): Promise<void> {
    const now = new Date();
    const messages = [
      ...arrived.messages.flatMap((entry) => toInbound(entry, now, false)),
      ...arrived.echoes.flatMap((entry) => toInbound(toReceiver(entry), now, true)),
    ];
    if (messages.length === 0) return;
    const numbers = await this.received.insert(messages, tx.manager);
    for (const [index, message] of messages.entries()) {
      const number = numbers[index];
      if (typeof number !== 'number') continue;
      // Each message starts its own trace.
      const own = tx.causedBy({});
      tell(own, message, number);
      own.afterCommit(() => this.signs.note(message.accountId, message.channelId));
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

function toInbound({ number, item, contacts }: Entry, now: Date, isEcho: boolean): Inbound[] {
  const envelope = readEnvelope(item, contacts, now);
  if (!envelope) return [];
  const { account_id: accountId, channel_id: channelId } = number;
  const blob = blobKey(accountId, randomUUID(), now);
  return [{ ...envelope, ...readContent(item, blob), accountId, channelId, blob, isEcho }];
}

function tell(tx: Transaction, message: Inbound, number: number): void {
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
  if (message.isEcho) tx.emit(cloudConnector.echo, { ...occurrence, data: { ...data, to: from } });
  else {
    const inbound = {
      ...data,
      from,
      name,
      ...(isNotice && { is_notice: true }),
      ...(referral && { referral }),
    };
    tx.emit(cloudConnector.inbound, { ...occurrence, data: inbound });
  }
}
