/** What the list of conversations shows, as it stands in the address. */
export interface InboxFilters {
  readonly q?: string;
  readonly unread?: true;
  readonly channel?: number;
}

/** Reads the filters from an address that anyone may have written. */
export function readInboxFilters(search: Record<string, unknown>): InboxFilters {
  const q = typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : '';
  const channel = Number(search['channel']);
  return {
    ...(q.trim() !== '' && { q: q.slice(0, 100) }),
    ...((search['unread'] === true || search['unread'] === 'true') && { unread: true as const }),
    ...(Number.isSafeInteger(channel) && channel > 0 && { channel }),
  };
}
