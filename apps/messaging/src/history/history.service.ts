import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { ImportHistory } from '@chat/contracts/messaging';
import { ChangesService } from '../changes/changes.service';
import { BlobsRepository } from '../media/blobs.repository';
import { mediaReferenceOf } from '../messages/message-content.rules';
import { Space } from '../space/space';
import { IdentitiesService } from '../identities/identities.service';
import { isPlaceholder, onceEach, toPastMessage } from './history.rules';
import { HistoryRepository } from './history.repository';

/** Imports what a channel exchanged before it was connected. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly history: HistoryRepository,
    private readonly identities: IdentitiesService,
    private readonly blobs: BlobsRepository,
    private readonly space: Space,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Imports a part atomically; a repeat adds nothing.
   * @returns those of the part's blobs that now belong to messages.
   */
  async import(accountId: number, { channel_id, connector, messages }: ImportHistory): Promise<string[]> {
    this.space.requireForHistory();
    const given = onceEach(
      messages.map((message) => toPastMessage(message, { accountId, channelId: channel_id, connector })),
    );
    const withMedia = given.filter(({ content }) => mediaReferenceOf(content) !== null);
    await this.transactions.run(null, async (tx) => {
      await this.history.lock(channel_id, tx.manager);
      await this.history.append(await this.identities.identify(given, tx), tx.manager);
      if (withMedia.length > 0) await this.history.fill(withMedia, tx.manager);
      const announcing = given.filter(isPlaceholder);
      if (announcing.length > 0) await this.history.correct(announcing, tx.manager);
      await this.changes.applyTo(given, tx);
    });
    const blobs = withMedia.map(({ content }) => mediaReferenceOf(content)!.blob);
    return blobs.length > 0 ? this.blobs.held(blobs) : [];
  }
}
