import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call';
import { nextCursor } from './conversations';

/** A request of the account, and how it was answered; nothing that was sent is in it. */
export interface AnsweredRequest {
  readonly id: number;
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly error: string | null;
  readonly faults: readonly string[];
  readonly credential_type: string;
  readonly credential: string;
  readonly address: string;
  readonly ms: number;
}

export type RequestQuery = Readonly<Record<string, string | undefined>>;

export const requestsQuery = (query: RequestQuery, perPage = 50) =>
  infiniteQueryOptions({
    queryKey: ['requests', query, perPage],
    queryFn: ({ pageParam, signal }) =>
      call<{ requests: AnsweredRequest[] }>('GET', 'requests', {
        query: { ...query, per_page: perPage, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    staleTime: 0,
  });
