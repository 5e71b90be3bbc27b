import { Inject, Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { Conversation, ListConversationsQuery } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { cutPage, fragmentsOf, readTimePage, timeKey, type TimePageRequest } from '@chat/lists';
import { toTimestamp } from '@chat/service-kit';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { MediaUrls } from '../messages/media-urls';
import type { ConversationFilter } from './conversation-filter';
import { toConversation } from './conversation.mapper';
import type { ConversationRow } from './conversation.row';
import { ConversationsRepository } from './conversations.repository';
import { SearchedConversationsRepository } from './searched-conversations.repository';

@Injectable()
export class ConversationsService {
  /** The connector services whose networks have a customer care window. */
  private readonly withCareWindow: ReadonlySet<string>;

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly searched: SearchedConversationsRepository,
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
    const filter = filterOf(query);
    const fragments = fragmentsOf(query.search ?? '');
    const [found, total] =
      fragments.length === 0
        ? await this.latest(accountId, filter, request)
        : await this.search(accountId, { filter, fragments }, request);
    const { rows, pagination } = cutPage(found, request, total, (row) =>
      timeKey(toTimestamp(row.last_message_at), row.conversation_id),
    );
    return { conversations: rows.map((row) => this.toConversation(row)), pagination };
  }

  private latest(
    accountId: number,
    filter: ConversationFilter,
    request: TimePageRequest,
  ): Promise<[ConversationRow[], number | null]> {
    return Promise.all([
      this.conversations.page(accountId, filter, request),
      request.after ? null : this.conversations.count(accountId, filter),
    ]);
  }

  /** If the first page is the only one, its own rows are counted. */
  private async search(
    accountId: number,
    search: { filter: ConversationFilter; fragments: string[] },
    request: TimePageRequest,
  ): Promise<[ConversationRow[], number | null]> {
    const rows = await this.searched.page(accountId, search, request);
    if (request.after) return [rows, null];
    if (request.page === 1 && rows.length <= request.perPage) return [rows, rows.length];
    return [rows, await this.searched.count(accountId, search)];
  }

  private toConversation(row: ConversationRow): Conversation {
    return toConversation(row, this.withCareWindow.has(row.connector ?? ''), this.urls);
  }
}

function filterOf({
  chat_account_id,
  contact_id,
  unread = false,
}: ListConversationsQuery): ConversationFilter {
  return { channelId: chat_account_id ?? null, contactId: contact_id ?? null, isUnread: unread };
}
