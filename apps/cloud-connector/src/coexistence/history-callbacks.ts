import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { blobKey } from '@chat/media';
import type { Transaction } from '@chat/bus';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { MessageChange } from '@chat/contracts/connector';
import { Jobs, toTimestamp, type JobOf } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import { readChange } from '../envelopes/change.rules';
import type { Entry } from '../envelopes/entry';
import { isOfGroup } from '../envelopes/inbound.rules';
import type { NumberRow } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { readPastMessage, readPiece, toParts, type PastItem } from './history.rules';
import { importHistoryPart, unreadableHistory, type ToldMessage } from './job-types';
import { declined, failed, withHistory } from '../numbers/sync.rules';
import { SyncsService } from './syncs.service';

/** The provider's code for a business that declined to share its history. */
const DECLINED = 2593109;
const NOT_SHARED =
  'The provider cannot share the history of the number. Disconnect it in the business app and connect it again.';

/** Splits the history of a number into parts, each of which a job imports. */
@Injectable()
export class HistoryCallbacks implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly syncs: SyncsService,
    private readonly numbers: NumbersRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(unreadableHistory, (job) => Promise.resolve((tx) => this.readAgain(job, tx)));
  }

  /** @param media messages, and those of the business, that carry the media of announced ones. */
  async apply({ pieces, media }: { pieces: Entry[]; media: Entry[] }, tx: Transaction): Promise<void> {
    for (const piece of pieces) await this.takePiece(piece, tx);
    for (const number of new Set(media.map((entry) => entry.number))) {
      const followed = media.filter((entry) => entry.number === number);
      await this.keep(
        number,
        followed.map(({ item: message, contacts, isAlone }) => ({ message, contacts, isAlone, thread: {} })),
        tx,
      );
    }
  }

  private async takePiece({ number, item, contacts }: Entry, tx: Transaction): Promise<void> {
    const { announced, messages, errors } = readPiece(item);
    const key = { accountId: number.account_id, channelId: number.channel_id };
    const now = new Date();
    if (errors.length > 0) {
      const isDeclined = errors.includes(DECLINED);
      await this.syncs.move(
        key,
        (state) => (isDeclined ? declined(state, now) : failed(state, NOT_SHARED)),
        tx,
      );
      return;
    }
    const shared = messages.map((message) => ({ ...message, contacts, isAlone: false }));
    const parts = await this.keep(number, shared, tx);
    await this.syncs.move(key, (state) => withHistory(state, { parts, announced }, now), tx);
  }

  /** Something is read at least: what is not stays for the next attempt. */
  private async readAgain(
    { accountId, data: { channelId, messages } }: JobOf<typeof unreadableHistory>,
    tx: Transaction,
  ): Promise<void> {
    const number = await this.numbers.lock(accountId, channelId, tx.manager);
    if (!number) return;
    if (!messages.some((message) => read(number, message))) {
      throw new Error('The messages name nobody whom this version can read, or have no id.');
    }
    await this.keep(number, messages, tx);
  }

  /** @returns the number of parts. */
  private async keep(number: NumberRow, messages: ToldMessage[], tx: Transaction): Promise<number> {
    const { account_id: accountId, channel_id: channelId } = number;
    const ofPeople = messages.filter(({ message, thread }) => !isOfGroup(message) && !isOfGroup(thread));
    instruments.groupMessages.live?.inc(messages.length - ofPeople.length);
    const items = ofPeople.map((message) => read(number, message));
    const unreadable = ofPeople.filter((_, index) => items[index] === null);
    if (unreadable.length > 0) {
      const data = { channelId, messages: unreadable };
      await this.jobs.add(tx.causedBy({}), unreadableHistory, { accountId, data });
    }
    const past: PastItem[] = [];
    for (const [index, item] of items.entries()) {
      if (!item) continue;
      const change = readChange(ofPeople[index]!.message);
      if (change) tellChange(tx.causedBy({}), number, item, change);
      else past.push(item);
    }
    const parts = toParts(past);
    for (const part of parts) {
      const data = {
        channelId,
        messages: part.map(({ message, sentAt }) => ({ ...message, sent_at: toTimestamp(sentAt) })),
        media: part.flatMap(({ message: { chat_message_id: chatMessageId }, media, blob }) =>
          media ? [{ channelId, chatMessageId, blob, media, arrivedAt: Date.now() }] : [],
        ),
      };
      // Each part starts its own trace.
      await this.jobs.add(tx.causedBy({}), importHistoryPart, { accountId, data });
    }
    return parts.length;
  }
}

function read(
  { account_id: accountId, phone_number: business }: NumberRow,
  { message, thread, ...named }: ToldMessage,
): PastItem | null {
  const now = new Date();
  const blob = blobKey(accountId, randomUUID(), now);
  return readPastMessage({ item: message, ...named }, { thread, business, blob, now });
}

/** An edit or a deletion is no message of the past either. It waits for the message that it names to be imported. */
function tellChange(
  tx: Transaction,
  { account_id: accountId, channel_id: channelId }: NumberRow,
  { message, sentAt }: PastItem,
  content: MessageChange,
): void {
  const { chat_message_id, phone, provider_user_id, direction } = message;
  const occurrence = {
    accountId,
    entity: `chats/${channelId}-${phone ?? provider_user_id}`,
    entityVersion: sentAt.getTime(),
    channelId,
  };
  const data = {
    channel_id: channelId,
    chat_message_id,
    ...(provider_user_id !== undefined && { provider_user_id }),
    content,
    sent_at: toTimestamp(sentAt),
  };
  if (direction === 'outbound') tx.emit(cloudConnector.echo, { ...occurrence, data: { ...data, to: phone } });
  else tx.emit(cloudConnector.inbound, { ...occurrence, data: { ...data, from: phone, name: null } });
}
