import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Delivery, DeliveryWithAttempts, OwnAccount, Webhook } from '@chat/client';
import { call, dataOf } from './call';
import { nextCursor } from './conversations';

export type DeliveryStatus = Delivery['status'];

/** All endpoints; an account can have 100. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ webhooks: Webhook[] }>('GET', 'webhooks', { signal })).webhooks,
});

/** How an endpoint fares, by its log. */
export interface Health {
  readonly lastSuccess: string | null;
  readonly waiting: number;
  /** There are more than are counted. */
  readonly isCapped: boolean;
}

export const healthQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', 'health', id],
    queryFn: async ({ signal }): Promise<Health> => {
      const newest = (status: DeliveryStatus) =>
        call<{ deliveries: Delivery[] }>('GET', `webhooks/${id}/deliveries`, {
          query: { status, per_page: 1 },
          signal,
        });
      const [succeeded, pending] = await Promise.all([newest('succeeded'), newest('pending')]);
      return {
        lastSuccess: succeeded.data.deliveries[0]?.delivered_at ?? null,
        waiting: pending.pagination?.total ?? 0,
        isCapped: pending.pagination?.total_capped === true,
      };
    },
  });

/** Whether the plan lets somebody cause requests: tests, and sending again. */
export const mayProbeQuery = queryOptions({
  queryKey: ['webhooks', 'plan'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ account: OwnAccount }>('GET', 'account', { signal })).account.plan.manual_probes,
});

export interface DeliveryFilters {
  readonly status?: DeliveryStatus;
  readonly event?: string;
}

/** What a row of the log shows. A hundred thousand payloads would not fit into a page. */
export type DeliveryRow = Pick<
  Delivery,
  'id' | 'event' | 'status' | 'attempts' | 'response_status' | 'error' | 'created_at'
>;

const PER_PAGE = 100;

/**
 * The log of an endpoint. It is read anew from its beginning when somebody asks for that: reading again all pages that somebody
 * has scrolled through could be a thousand requests.
 */
export const deliveriesQuery = (webhookId: number, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', webhookId, filters],
    queryFn: async ({ pageParam, signal }) => {
      const { data, pagination } = await call<{ deliveries: Delivery[] }>(
        'GET',
        `webhooks/${webhookId}/deliveries`,
        { query: { ...filters, per_page: PER_PAGE, cursor: pageParam ?? undefined }, signal },
      );
      return { data: data.deliveries.map(toRow), pagination };
    },
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    meta: { isLog: true },
    staleTime: Infinity,
    gcTime: 0,
  });

function toRow(delivery: Delivery): DeliveryRow {
  const { id, event, status, attempts, response_status, error, created_at } = delivery;
  return { id, event, status, attempts, response_status, error, created_at };
}

/** Shows a delivery as it is now in the logs that are loaded. */
export function showDelivery(queries: QueryClient, delivery: Delivery): void {
  queries.setQueriesData<InfiniteData<{ data: DeliveryRow[] }>>(
    { queryKey: ['deliveries', delivery.webhook_id] },
    (loaded) =>
      loaded && {
        ...loaded,
        pages: loaded.pages.map((page) => ({
          ...page,
          data: page.data.map((row) => (row.id === delivery.id ? toRow(delivery) : row)),
        })),
      },
  );
}

/** How often a delivery is looked at that is about to be sent, */
const LOOK_MS = 1_500;
/** and how soon that has to be. */
const SOON_MS = 60_000;

export const deliveryQuery = (webhookId: number, id: number) =>
  queryOptions({
    queryKey: ['delivery', webhookId, id],
    queryFn: async ({ signal }) =>
      (
        await dataOf<{ delivery: DeliveryWithAttempts }>('GET', `webhooks/${webhookId}/deliveries/${id}`, {
          signal,
        })
      ).delivery,
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== 'pending') return false;
      const { next_retry_at: next } = data;
      return (next == null || Date.parse(next) - Date.now() < SOON_MS) && LOOK_MS;
    },
  });
