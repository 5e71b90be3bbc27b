import { queryOptions } from '@tanstack/react-query';
import type { MessageCounts } from '@chat/client';
import { dataOf } from './call';

/** Messages by day, channel and what they became, from a day on. */
export const usageQuery = (since: string) =>
  queryOptions({
    queryKey: ['usage', since],
    queryFn: ({ signal }) =>
      dataOf<MessageCounts>('GET', 'usage/messages', {
        query: { granularity: 'day', since, group_by: 'chat_account_id,status' },
        signal,
      }),
    staleTime: 60_000,
  });
