import { Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { Conversation, ListConversationsQuery } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { cutPage, readTimePage, timeKey } from '@chat/lists';
import { toTimestamp } from '@chat/service-kit';
import { MediaUrls } from '../messages/media-urls';
import { toConversation } from './conversation.mapper';
import { ConversationsRepository } from './conversations.repository';

@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly urls: MediaUrls,
  ) {}

  /** @throws AppError `not_found` */
  async get(accountId: number, id: number): Promise<Conversation> {
    const row = await this.conversations.find(accountId, id);
    if (!row) throw new AppError('not_found');
    return toConversation(row, this.urls);
  }

  async list(
    accountId: number,
    query: ListConversationsQuery,
  ): Promise<{ conversations: Conversation[]; pagination: Pagination }> {
    const request = readTimePage(query);
    const channelId = query.chat_account_id ?? null;
    const [found, total] = await Promise.all([
      this.conversations.page(accountId, channelId, request),
      request.after ? null : this.conversations.count(accountId, channelId),
    ]);
    const { rows, pagination } = cutPage(found, request, total, (row) =>
      timeKey(toTimestamp(row.last_message_at), row.conversation_id),
    );
    return { conversations: rows.map((row) => toConversation(row, this.urls)), pagination };
  }
}
