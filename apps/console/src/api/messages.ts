import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import type { Message } from '@chat/client';
import { call, dataOf, type Answer } from './call';
import { nextCursor } from './conversations';

const PER_PAGE = 50;

export interface ListedMessages {
  readonly messages: readonly Message[];
}

export type LoadedMessages = InfiniteData<Answer<ListedMessages>>;

/** Newest first, a page at a time. */
export const messagesQuery = (conversationId: number) =>
  infiniteQueryOptions({
    queryKey: ['messages', conversationId],
    queryFn: ({ pageParam, signal }) =>
      call<ListedMessages>('GET', `conversations/${conversationId}/messages`, {
        query: { per_page: PER_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });

export async function readMessage(id: number): Promise<Message> {
  return (await dataOf<{ message: Message }>('GET', `messages/${id}`)).message;
}
