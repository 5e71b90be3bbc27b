import { readId, readText } from '../ui/filters.rules';

/** What the list of conversations shows, as it stands in the address. */
export interface InboxFilters {
  readonly q?: string;
  readonly unread?: true;
  readonly channel?: number;
}

/** Reads the filters from an address that anyone may have written. */
export function readInboxFilters(search: Record<string, unknown>): InboxFilters {
  const { q, unread, channel } = search;
  return {
    q: readText(q, 100),
    unread: unread === true || unread === 'true' ? true : undefined,
    channel: readId(channel),
  };
}
