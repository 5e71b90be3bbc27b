import { Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { ListMessagesQuery, Message } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { cutPage, readTimePage, timeKey } from '@chat/service-kit';
import { toMessage } from './message.mapper';
import { MessagesRepository } from './messages.repository';

@Injectable()
export class MessagesService {
  constructor(private readonly messages: MessagesRepository) {}

  /** @throws AppError `not_found` */
  async get(accountId: number, id: number): Promise<Message> {
    const row = await this.messages.find(accountId, id);
    if (!row) throw new AppError('not_found');
    return toMessage(row);
  }

  /** @throws AppError `not_found` when there is no such conversation. */
  async list(
    accountId: number,
    conversationId: number,
    query: ListMessagesQuery,
  ): Promise<{ messages: Message[]; pagination: Pagination }> {
    const request = readTimePage(query);
    const isCounted = request.after === null;
    const [found, total] = await Promise.all([
      this.messages.page(accountId, conversationId, request),
      this.messages.count(accountId, conversationId, isCounted),
    ]);
    if (total === null) throw new AppError('not_found');
    const { rows, pagination } = cutPage(found, request, isCounted ? total : null, (row) =>
      timeKey(row.occurred_at, row.id),
    );
    return { messages: rows.map(toMessage), pagination };
  }
}
