import { Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions, type Cause, type Transaction } from '@chat/bus';
import { messageDeleted, messageUpdated } from '@chat/contracts/messaging';
import { MediaUrls } from '../messages/media-urls';
import { nameOf, type MessageName } from '../messages/message-name';
import { toOccurrence } from '../messages/message.mapper';
import { ChangesRepository, type Change, type ChangedMessage } from './changes.repository';

const POLL_MS = 2_000;
const BATCH_SIZE = 500;

/** A change, and the event that reported it. */
export interface ReportedChange {
  change: Change;
  cause: Cause;
}

/**
 * Applies edits and deletions to the messages that they name. Each is kept first: what arrives before its message waits
 * for it, and so does what arrives at the same moment, when neither sees the other.
 */
@Injectable()
export class ChangesService {
  constructor(
    loops: BackgroundLoops,
    private readonly transactions: Transactions,
    private readonly changes: ChangesRepository,
    private readonly urls: MediaUrls,
  ) {
    loops.add({ name: 'message-changes', round: () => this.round(), everyMs: POLL_MS });
  }

  /** Applies changes, now or once their message arrives. */
  async applyAll(reported: readonly ReportedChange[], tx: Transaction): Promise<void> {
    if (reported.length === 0) return;
    const changes = reported.map(({ change }) => change);
    await this.changes.keep(changes, tx.manager);
    const causes = new Map(reported.map(({ change, cause }) => [keyOf(change), cause]));
    for (const row of await this.changes.applyTo(changes, tx.manager)) {
      this.publish(row, tx.causedBy(causes.get(keyOf(nameOf(row.account_id, row))) ?? tx));
    }
  }

  /** Applies what arrived before these messages. */
  async applyTo(names: readonly MessageName[], tx: Transaction): Promise<void> {
    if (names.length === 0) return;
    for (const row of await this.changes.applyTo(names, tx.manager)) this.publish(row, tx);
  }

  private round(): Promise<void> {
    return this.transactions.run(null, async (tx) => {
      for (const row of await this.changes.applyDue(BATCH_SIZE, tx.manager)) this.publish(row, tx);
    });
  }

  private publish(row: ChangedMessage, tx: Transaction): void {
    const type = row.deleted_at === null ? messageUpdated : messageDeleted;
    tx.emit(type, toOccurrence(row.account_id, row, this.urls));
  }
}

function keyOf({ accountId, channelId, direction, chatMessageId }: MessageName): string {
  return JSON.stringify([accountId, channelId, direction, chatMessageId]);
}
