import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { Ticket, TicketType } from '@chat/client';
import { call, dataOf } from './call';
import { nextCursor } from './conversations';

export type TicketStatus = Ticket['status'];

export interface TicketFilters {
  readonly search?: string;
  readonly status?: TicketStatus;
  readonly type_id?: number;
  readonly assignee?: number;
}

export const ticketListQuery = (filters: TicketFilters) =>
  infiniteQueryOptions({
    queryKey: ['tickets', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      call<{ tickets: Ticket[] }>('GET', 'tickets', {
        query: { ...filters, per_page: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });

export const ticketQuery = (number: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', number],
    queryFn: async ({ signal }) =>
      (await dataOf<{ ticket: Ticket }>('GET', `tickets/${encodeURIComponent(number)}`, { signal })).ticket,
  });

const typesQuery = queryOptions({
  queryKey: ['ticket-types'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ ticket_types: TicketType[] }>('GET', 'ticket-types', { signal })).ticket_types,
});

export function useTicketTypes(): readonly TicketType[] {
  return useQuery(typesQuery).data ?? [];
}

interface Colleague {
  readonly id: number;
  readonly name: string | null;
  readonly email?: string;
}

const colleaguesQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await dataOf<{ users: Colleague[] }>('GET', 'users', { signal })).users,
  staleTime: 5 * 60_000,
});

/** The people of the account, by their ids, as far as they are known. */
export function useColleagues(): ReadonlyMap<number, string> {
  const people = useQuery(colleaguesQuery).data ?? [];
  return new Map(people.map(({ id, name, email }) => [id, name ?? email ?? String(id)]));
}
