import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Conversation, Message } from '@chat/client';
import { withMessage } from './loaded.rules';
import type { Answer } from '../api/call';
import {
  conversationListsKey,
  conversationQuery,
  type ConversationFilters,
  type ListedConversations,
} from '../api/conversations';
import { messagesQuery, type LoadedMessages } from '../api/messages';

type LoadedConversations = InfiniteData<Answer<ListedConversations>>;

/** Puts a message into the thread that shows it, or has the thread read again. */
export function showMessage(queries: QueryClient, message: Message): void {
  const { queryKey } = messagesQuery(message.conversation_id);
  const loaded = queries.getQueryData<LoadedMessages>(queryKey);
  if (!loaded) return;
  const next = withMessage(loaded, message);
  if (next) queries.setQueryData<LoadedMessages>(queryKey, next);
  else void queries.invalidateQueries({ queryKey });
}

/** The number of the latest message of a thread, as far as it is loaded. */
export function latestSequence(queries: QueryClient, conversationId: number): number {
  const loaded = queries.getQueryData<LoadedMessages>(messagesQuery(conversationId).queryKey);
  const messages = loaded?.pages.flatMap(({ data }) => data.messages) ?? [];
  return Math.max(0, ...messages.map(({ sequence }) => sequence));
}

/** Changes a conversation wherever it is shown. */
export function patchConversation(
  queries: QueryClient,
  id: number,
  patch: (conversation: Conversation) => Conversation,
): void {
  queries.setQueryData(conversationQuery(id).queryKey, (one) => one && patch(one));
  queries.setQueriesData<LoadedConversations>(
    { queryKey: conversationListsKey },
    (loaded) => loaded && mapConversations(loaded, (one) => (one.id === id ? patch(one) : one)),
  );
}

/**
 * Puts a conversation where its latest message belongs, in every list that shows it.
 * @returns whether all lists are right now; otherwise they must be read again.
 */
export function moveConversation(queries: QueryClient, id: number): boolean {
  let areRight = true;
  for (const [key, loaded] of queries.getQueriesData<LoadedConversations>({
    queryKey: conversationListsKey,
  })) {
    if (!loaded) continue;
    const [first, ...rest] = loaded.pages;
    const all = loaded.pages.flatMap(({ data }) => data.conversations);
    const moved = all.find((one) => one.id === id);
    // What a search or a filter shows is for the server to say.
    const { search, unread, contact_id } = key[2] as ConversationFilters;
    if (!first || !moved || search !== undefined || unread === true || contact_id !== undefined) {
      areRight = false;
      continue;
    }
    if (all[0] === moved || (all[0]!.last_message_at ?? '') > (moved.last_message_at ?? '')) continue;
    const without = (page: typeof first) => ({
      ...page,
      data: { conversations: page.data.conversations.filter((one) => one !== moved) },
    });
    const head = without(first);
    const pages = [
      { ...head, data: { conversations: [moved, ...head.data.conversations] } },
      ...rest.map(without),
    ];
    queries.setQueryData<LoadedConversations>(key, { ...loaded, pages });
  }
  return areRight;
}

function mapConversations(
  loaded: LoadedConversations,
  change: (conversation: Conversation) => Conversation,
): LoadedConversations {
  const pages = loaded.pages.map((page) => ({
    ...page,
    data: { conversations: page.data.conversations.map(change) },
  }));
  return { ...loaded, pages };
}
