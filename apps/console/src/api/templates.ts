import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Template } from '@chat/client';
import { call, dataOf } from './call';
import { nextCursor } from './conversations';
import { useMay, useHasFeature } from './me';

export type TemplateStatus = Template['status'];

export interface TemplateFilters {
  readonly status?: TemplateStatus;
  readonly chat_account_id?: number;
}

export const templateListQuery = (filters: TemplateFilters) =>
  infiniteQueryOptions({
    queryKey: ['templates', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      call<{ templates: Template[] }>('GET', 'templates', {
        query: { ...filters, per_page: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'one', id],
    queryFn: async ({ signal }) =>
      (await dataOf<{ template: Template }>('GET', `templates/${encodeURIComponent(id)}`, { signal }))
        .template,
  });

/** What the person may do with templates: nothing is shown that would be refused. */
export function useTemplateRights(): { readonly mayWrite: boolean; readonly mayDelete: boolean } {
  const may = useMay();
  const hasFeature = useHasFeature();
  const mayWrite = may('templates:write') && hasFeature('FEATURE_TEMPLATE_LIFECYCLE_V1', true);
  return { mayWrite, mayDelete: mayWrite && hasFeature('FEATURE_TEMPLATE_PROVIDER_DELETE_V1', false) };
}
