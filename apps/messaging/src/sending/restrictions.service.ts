import { Injectable } from '@nestjs/common';
import { reachoutRestricted } from '@chat/contracts/connector';
import type { TemplateCategory } from '@chat/contracts/templates';
import { openedAfter } from '../care-window/care-window.rules';
import { ConversationsRepository } from '../conversations/conversations.repository';
import type { Recipient } from './recipients.service';
import { restrictionOn } from './restricted.rules';

/** Refuses the messages that the network restricts for a channel, before anything is written. */
@Injectable()
export class RestrictionsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /**
   * A restriction without a known end is left to the network, which knows when it is over.
   * @param category of a template; null for a free-form message, which always answers somebody.
   * @throws AppError `capability_error`, reason `reachout_restricted`.
   */
  async require(
    accountId: number,
    { channel, ...person }: Recipient,
    category: TemplateCategory | null,
  ): Promise<void> {
    if (!channel.restrictions?.some(({ until }) => until !== null)) return;
    const now = new Date();
    const isAnswer =
      category === null ||
      (await this.conversations.hasWritten(accountId, channel.id, person, openedAfter(now)));
    const restriction = restrictionOn(channel, { category, isAnswer }, now);
    if (restriction?.until) throw reachoutRestricted(restriction.until);
  }
}
