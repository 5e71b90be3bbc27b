import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Contact } from '@chat/client';
import { call, dataOf } from './call';
import { nextCursor } from './conversations';

export const contactListQuery = (search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', search ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call<{ contacts: Contact[] }>('GET', 'contacts', {
        query: { search, per_page: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: async ({ signal }) =>
      (await dataOf<{ contact: Contact }>('GET', `contacts/${id}`, { signal })).contact,
  });

export function fullName({ firstname, lastname }: Contact): string {
  return lastname === null ? firstname : `${firstname} ${lastname}`;
}
