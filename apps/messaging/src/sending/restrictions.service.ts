import { Injectable } from '@nestjs/common';
import { reachoutRestricted } from '@chat/contracts/connector';
import type { TemplateCategory } from '@chat/contracts/templates';
import { openedAfter } from '../care-window/care-window.rules';
import { ConversationsRepository } from '../conversations/conversations.repository';
import type { Recipient } from './recipients.service';
import { restrictedUntil } from './restricted.rules';

/** Refuses the messages that the network restricts for a channel, before anything is written. */
@Injectable()
export class RestrictionsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /**
   * @param category of a template; null for a free-form message, which always answers somebody.
   * @throws AppError `capability_error`, reason `reachout_restricted`.
   */
  async require(
    accountId: number,
    { channel, ...person }: Recipient,
    category: TemplateCategory | null,
  ): Promise<void> {
    if (!channel.restrictions) return;
    const now = new Date();
    const isAnswer =
      category === null ||
      (await this.conversations.hasWritten(accountId, channel.id, person, openedAfter(now)));
    const until = restrictedUntil(channel, { category, isAnswer }, now);
    if (until !== null) throw reachoutRestricted(until);
  }
}
