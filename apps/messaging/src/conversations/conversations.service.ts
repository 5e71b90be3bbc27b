import { Inject, Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { Conversation, ListConversationsQuery } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { cutPage, readTimePage, timeKey } from '@chat/lists';
import { toTimestamp } from '@chat/service-kit';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { MediaUrls } from '../messages/media-urls';
import { toConversation } from './conversation.mapper';
import type { ConversationRow } from './conversation.row';
import { ConversationsRepository } from './conversations.repository';

@Injectable()
export class ConversationsService {
  /** The connector services whose networks have a customer care window. */
  private readonly withCareWindow: ReadonlySet<string>;

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly urls: MediaUrls,
    @Inject(CONNECTORS) connectors: Connectors,
  ) {
    const withWindow = connectorsOf(connectors).filter(({ hasCareWindow }) => hasCareWindow);
    this.withCareWindow = new Set(withWindow.map(({ service }) => service));
  }

  /** @throws AppError `not_found`. */
  async get(accountId: number, id: number): Promise<Conversation> {
    const row = await this.conversations.find(accountId, id);
    if (!row) throw new AppError('not_found');
    return this.toConversation(row);
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
    return { conversations: rows.map((row) => this.toConversation(row)), pagination };
  }

  private toConversation(row: ConversationRow): Conversation {
    return toConversation(row, this.withCareWindow.has(row.connector ?? ''), this.urls);
  }
}
