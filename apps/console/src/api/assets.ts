import { queryOptions } from '@tanstack/react-query';
import type { CtaUrl, InteractiveList } from '@chat/client';
import { dataOf } from './call';

/** What is kept to be sent again: a message with a button that opens a page, or with a list to choose from. */
export type Asset =
  | { readonly kind: 'cta_url'; readonly asset: CtaUrl }
  | { readonly kind: 'interactive_list'; readonly asset: InteractiveList };

/** All of them; an account has few. */
export const assetsQuery = queryOptions({
  queryKey: ['assets'],
  queryFn: async ({ signal }): Promise<Asset[]> => {
    const [{ cta_urls: urls }, { interactive_lists: lists }] = await Promise.all([
      dataOf<{ cta_urls: CtaUrl[] }>('GET', 'cta-urls', { signal }),
      dataOf<{ interactive_lists: InteractiveList[] }>('GET', 'interactive-lists', { signal }),
    ]);
    return [
      ...urls.map((asset) => ({ kind: 'cta_url' as const, asset })),
      ...lists.map((asset) => ({ kind: 'interactive_list' as const, asset })),
    ];
  },
});

/** Where assets of a kind are. */
export function pathOf(kind: Asset['kind']): string {
  return kind === 'cta_url' ? 'cta-urls' : 'interactive-lists';
}
