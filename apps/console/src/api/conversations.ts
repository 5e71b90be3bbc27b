import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Conversation } from '@chat/client';
import { call, dataOf, type Answer } from './call';

export interface ListedConversations {
  readonly conversations: readonly Conversation[];
}

export interface ConversationFilters {
  readonly search?: string;
  readonly unread?: boolean;
  readonly chat_account_id?: number;
  readonly contact_id?: number;
}

const PER_PAGE = 50;

/** The cursor of the page after this one. */
export function nextCursor({ pagination }: Answer<unknown>): string | null {
  return pagination?.next_cursor ?? null;
}

/** The lists of conversations that are kept, whatever their filters. */
export const conversationListsKey = ['conversations', 'list'] as const;

export const conversationListQuery = (filters: ConversationFilters) =>
  infiniteQueryOptions({
    queryKey: [...conversationListsKey, filters],
    queryFn: ({ pageParam, signal }) =>
      call<ListedConversations>('GET', 'conversations', {
        query: { ...filters, per_page: PER_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });

export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: async ({ signal }) =>
      (await dataOf<{ conversation: Conversation }>('GET', `conversations/${id}`, { signal })).conversation,
  });

/** How a person is named: as they are known here, else by their number, else as the network names them. */
export function nameOf(
  { contact }: Pick<Conversation, 'contact'>,
  phone: (digits: string) => string,
): string | null {
  return contact.name ?? (contact.phone === null ? contact.username : phone(contact.phone));
}
