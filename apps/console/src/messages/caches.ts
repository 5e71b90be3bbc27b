import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Conversation, Message } from '@chat/client';
import { withMessage } from './loaded.rules';
import type { Answer } from '../api/call';
import { conversationListsKey, conversationQuery, type ListedConversations } from '../api/conversations';
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
