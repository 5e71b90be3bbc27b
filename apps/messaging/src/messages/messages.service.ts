import { Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { ListMessagesQuery, Message, WholeMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { cutPage, readTimePage, timeKey } from '@chat/lists';
import { toTimestamp } from '@chat/service-kit';
import { MediaUrls } from './media-urls';
import { toMessage, toWholeMessage } from './message.mapper';
import { MessagesRepository } from './messages.repository';

@Injectable()
export class MessagesService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly urls: MediaUrls,
  ) {}

  /** @throws AppError `not_found`. */
  async get(accountId: number, id: number): Promise<WholeMessage> {
    const row = await this.messages.find(accountId, id);
    if (!row) throw new AppError('not_found');
    return toWholeMessage(row, this.urls);
  }

  /** @throws AppError `not_found` if the conversation does not exist. */
  async list(
    accountId: number,
    conversationId: number,
    query: ListMessagesQuery,
  ): Promise<{ messages: Message[]; pagination: Pagination }> {
    const request = readTimePage(query);
    const [found, total] = await Promise.all([
      this.messages.page(accountId, conversationId, request),
      request.after ? null : this.messages.count(accountId, conversationId),
    ]);
    if (found.length === 0 && !(await this.messages.hasConversation(accountId, conversationId))) {
      throw new AppError('not_found');
    }
    const { rows, pagination } = cutPage(found, request, total, (row) =>
      timeKey(toTimestamp(row.occurred_at), row.id),
    );
    return { messages: rows.map((row) => toMessage(row, this.urls)), pagination };
  }
}
