import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { blobKey } from '@chat/media';
import type { Transaction } from '@chat/bus';
import { Jobs, toTimestamp } from '@chat/service-kit';
import type { Entry } from '../envelopes/entry';
import type { NumberRow } from '../numbers/number.row';
import { readPastMessage, readPiece, toParts, type PastItem } from './history.rules';
import { importHistoryPart } from './job-types';
import { declined, failed, withHistory } from '../numbers/sync.rules';
import { SyncsService } from './syncs.service';

/** The provider's code for a business that declined to share its history. */
const DECLINED = 2593109;
const NOT_SHARED =
  'The provider cannot share the history of the number. Disconnect it in the business app and connect it again.';

/** Splits the history of a number into parts, each of which a job imports. */
@Injectable()
export class HistoryCallbacks {
  constructor(
    private readonly jobs: Jobs,
    private readonly syncs: SyncsService,
  ) {}

  /** @param media messages, and those of the business, that carry the media of announced ones. */
  async take({ pieces, media }: { pieces: Entry[]; media: Entry[] }, tx: Transaction): Promise<void> {
    for (const piece of pieces) await this.takePiece(piece, tx);
    for (const number of new Set(media.map((entry) => entry.number))) {
      const followed = media.filter((entry) => entry.number === number);
      await this.keep(
        number,
        followed.flatMap((entry) => read(entry, {})),
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
    const items = messages.flatMap(({ message, thread }) =>
      read({ number, item: message, contacts, isAlone: false }, thread),
    );
    const parts = await this.keep(number, items, tx);
    await this.syncs.move(key, (state) => withHistory(state, { parts, announced }, now), tx);
  }

  /** @returns the number of parts. */
  private async keep(number: NumberRow, items: PastItem[], tx: Transaction): Promise<number> {
    const { account_id: accountId, channel_id: channelId } = number;
    const parts = toParts(items);
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

function read(entry: Entry, thread: Record<string, unknown>): PastItem[] {
  const { account_id: accountId, phone_number: business } = entry.number;
  const now = new Date();
  const blob = blobKey(accountId, randomUUID(), now);
  const item = readPastMessage(entry, { thread, business, blob, now });
  return item ? [item] : [];
}
