import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ImportHistory } from '@chat/contracts/messaging';
import { BlobsRepository } from '../media/blobs.repository';
import { mediaReferenceOf } from '../messages/message-content.rules';
import { Space } from '../space/space';
import { PeopleRepository } from '../people/people.repository';
import { isPlaceholder, onceEach, toPastMessage } from './history.rules';
import { HistoryRepository } from './history.repository';

/** Imports what a channel exchanged before it was connected. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly history: HistoryRepository,
    private readonly people: PeopleRepository,
    private readonly blobs: BlobsRepository,
    private readonly space: Space,
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
    await this.dataSource.transaction(async (manager) => {
      await this.history.append(await this.people.identify(given, manager), manager);
      if (withMedia.length > 0) await this.history.fill(withMedia, manager);
      const announcing = given.filter(isPlaceholder);
      if (announcing.length > 0) await this.history.correct(announcing, manager);
    });
    const blobs = withMedia.map(({ content }) => mediaReferenceOf(content)!.blob);
    return blobs.length > 0 ? this.blobs.held(blobs) : [];
  }
}
