import { queryOptions } from '@tanstack/react-query';
import type { Delivery, Message } from '@chat/client';
import { dataOf } from './call';

/** What all services know of a message, without what it says. */
export interface Explanation {
  readonly message: {
    readonly direction: Message['direction'];
    readonly status: Message['status'];
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly provider: { readonly code: string } | null;
    } | null;
    readonly media: string | null;
    readonly request_id: string | null;
    readonly trace_id: string | null;
    readonly credential_id: string | null;
    readonly created_at: string;
    readonly sent_at: string | null;
    readonly delivered_at: string | null;
    readonly read_at: string | null;
    readonly failed_at: string | null;
    /** When the network is asked how it ended; null once that is known. */
    readonly settles_at: string | null;
    readonly events: readonly { readonly created_at: string; readonly published_at: string | null }[];
  };
  readonly channel: {
    readonly kind: string;
    readonly connection_status: string;
    readonly session_status: string | null;
    readonly last_error: string | null;
    readonly changed_at: string;
  } | null;
  readonly send: {
    readonly state: string;
    readonly reason: string | null;
    readonly begun_at: string | null;
  } | null;
  readonly deliveries: readonly ExplainedDelivery[];
  readonly webhooks: readonly { readonly id: number; readonly host: string }[];
  readonly searched_until: string | null;
  /** The services that did not answer. */
  readonly missing: readonly string[];
}

export type ExplainedDelivery = Pick<
  Delivery,
  'id' | 'event' | 'status' | 'response_status' | 'error' | 'next_retry_at' | 'updated_at'
> & { readonly webhook_id: number };

export const explanationQuery = (id: number) =>
  queryOptions({
    queryKey: ['explanation', id],
    queryFn: ({ signal }) => dataOf<Explanation>('GET', `messages/${id}/explanation`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
