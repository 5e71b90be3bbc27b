import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, dataOf } from './call';
import { nextCursor } from './conversations';

/** An account and its plan, as operators see it: nothing that is written in it. */
export interface AccountPlan {
  readonly id: number;
  readonly name: string;
  /** Channel slots; -1 means unlimited. */
  readonly account_limit: number;
  readonly device_channels: boolean;
  readonly cloud_channels: boolean;
  readonly coexistence: boolean;
  readonly rate_limit: number;
  readonly manual_probes: boolean;
  readonly suspended_at?: string | null;
  readonly created_at: string;
}

export const accountsQuery = infiniteQueryOptions({
  queryKey: ['installation', 'accounts'],
  queryFn: ({ pageParam, signal }) =>
    call<{ accounts: AccountPlan[] }>('GET', 'accounts', {
      query: { per_page: 50, cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: nextCursor,
});

/** An event that a service gave up on. */
export interface DeadLetter {
  readonly id: number;
  readonly service: string;
  readonly consumer: string;
  readonly event_type: string;
  readonly account_id: number;
  readonly entity: string;
  readonly reason: string;
  readonly created_at: string;
}

export const deadLettersQuery = queryOptions({
  queryKey: ['installation', 'dead-letters'],
  queryFn: ({ signal }) =>
    dataOf<{ dead_letters: DeadLetter[]; missing: string[] }>('GET', 'dead-letters', { signal }),
});

/** A piece of background work of a service. */
export interface Job {
  readonly id: number;
  readonly service: string;
  readonly type: string;
  readonly account_id: number;
  readonly state: string;
  readonly attempts: number;
  readonly due_at: string;
  readonly reason: string | null;
}

export const jobsQuery = (state: string | undefined) =>
  queryOptions({
    queryKey: ['installation', 'jobs', state ?? ''],
    queryFn: ({ signal }) =>
      dataOf<{ jobs: Job[]; missing: string[] }>('GET', 'jobs', { query: { state }, signal }),
  });

export interface ServiceHealth {
  readonly service: string;
  readonly is_reachable: boolean;
  readonly dead_letters: number;
  readonly dead_jobs: number;
}

export const healthQuery = queryOptions({
  queryKey: ['installation', 'health'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ services: ServiceHealth[] }>('GET', 'health', { signal })).services,
  refetchInterval: 60_000,
});

/** What an account keeps of one kind. */
export interface KeptAmount {
  readonly limit: string;
  readonly used: number;
  readonly max: number;
  /** Whether the limit was set for this account. */
  readonly is_own: boolean;
}

export const limitsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['installation', 'limits', accountId],
    queryFn: async ({ signal }) =>
      (await dataOf<{ usage: KeptAmount[] }>('GET', `accounts/${accountId}/limits`, { signal })).usage,
    staleTime: 0,
  });
