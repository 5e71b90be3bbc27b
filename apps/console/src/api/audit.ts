import { infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf, call } from './call';
import { nextCursor } from './conversations';

/** Who did what to which record. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
  readonly target: string;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly changed: readonly string[];
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** What the API takes to choose entries. */
export type AuditQuery = Readonly<Record<string, string | undefined>>;

export const auditQuery = (query: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) =>
      call<{ entries: AuditEntry[] }>('GET', 'audit', {
        query: { ...query, per_page: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    staleTime: 0,
  });

/** Where the same entries are as a table in a file. */
export function auditFile(query: AuditQuery): string {
  return addressOf('audit/export', query);
}
