import { readText } from '../ui/filters.rules';

/** Reads a search from an address that anyone may have written. */
export function readSearch({ q }: Record<string, unknown>): { q?: string } {
  return { q: readText(q, 100) };
}
