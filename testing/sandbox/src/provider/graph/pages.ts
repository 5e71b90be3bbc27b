import { z } from 'zod';
import { readParams } from './read-params';

const MAX_LIMIT = 1_000;

const page = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
});

/**
 * Returns one page of a list in memory, with the provider's cursors: each is the id after, or before, which the page
 * starts.
 */
export function pageOf<T extends { id: string }>(all: readonly T[], query: unknown, address: string): object {
  const { limit, after, before } = readParams(page, query);
  const start = firstIndex(all, { limit, after, before });
  const data = all.slice(start, start + limit);
  const first = data[0];
  const last = data.at(-1);
  if (!first || !last) return { data };
  return {
    data,
    paging: {
      cursors: { before: toCursor(first.id), after: toCursor(last.id) },
      ...(start + limit < all.length && { next: linkTo(address, 'after', last.id) }),
      ...(start > 0 && { previous: linkTo(address, 'before', first.id) }),
    },
  };
}

function firstIndex<T extends { id: string }>(
  all: readonly T[],
  { limit, after, before }: z.infer<typeof page>,
): number {
  if (after !== undefined) {
    const id = fromCursor(after);
    const next = all.findIndex((item) => item.id > id);
    return next < 0 ? all.length : next;
  }
  if (before !== undefined) {
    const id = fromCursor(before);
    return Math.max(all.filter((item) => item.id < id).length - limit, 0);
  }
  return 0;
}

function linkTo(address: string, cursor: 'after' | 'before', id: string): string {
  const link = new URL(address);
  link.searchParams.delete('after');
  link.searchParams.delete('before');
  link.searchParams.delete('access_token');
  link.searchParams.set(cursor, toCursor(id));
  return link.href;
}

function toCursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function fromCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}

/** The origin of a call as the caller wrote it. */
export function originOf({ host }: { host: string }): string {
  return `http://${host}`;
}

/** The address of a call as the caller wrote it. */
export function addressOf({ host, url }: { host: string; url: string }): string {
  return `${originOf({ host })}${url}`;
}
