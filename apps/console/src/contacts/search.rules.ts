/** Reads a search from an address that anyone may have written. */
export function readSearch(search: Record<string, unknown>): { q?: string } {
  const { q } = search;
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 100) : '';
  return text.trim() === '' ? {} : { q: text };
}
