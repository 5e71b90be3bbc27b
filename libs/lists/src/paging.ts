import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type PageQuery, type Pagination } from '@chat/contracts';
import { invalid, type AppError } from '@chat/errors';

/** How many rows numbered pages reach, and up to how many rows are counted. Cursors have no such limit. */
export const COUNT_LIMIT = 10_000;

/**
 * The maximum number of rows that a page query returns, for a literal LIMIT in addition to the one that is a parameter.
 * For a parameter, Postgres assumes that a tenth of the rows is wanted, and therefore replans the query on each call.
 */
export const LONGEST_PAGE = MAX_PER_PAGE + 1;

/** The sort key of the last row of a page, in the order of the list's ORDER BY. */
export type CursorKey = (string | number)[];

/** The rows that a list query requests. Select `perPage + 1` of them: the extra one shows that there is a next page. */
export interface PageRequest {
  perPage: number;
  page: number;
  offset: number;
  /** The row after which the page starts; null for numbered pages. */
  after: CursorKey | null;
}

/** Returns whether a query asks for a page, for lists that are otherwise returned whole. */
export function isPaged({ per_page, page, cursor }: PageQuery): boolean {
  return (per_page ?? page ?? cursor) !== undefined;
}

/**
 * Parses the page or the cursor of a query.
 * @param keyLength how many values the list's sort key has.
 * @throws AppError `validation_error` for a page out of reach or a cursor that is not one of ours.
 */
export function readPage(query: PageQuery, keyLength: number): PageRequest {
  const perPage = query.per_page ?? DEFAULT_PER_PAGE;
  if (query.cursor !== undefined) {
    if (query.page !== undefined) throw invalid('cursor', 'Send either page or cursor, not both.');
    return { perPage, page: 0, offset: 0, after: decodeCursor(query.cursor, keyLength) };
  }
  const page = query.page ?? 1;
  const offset = (page - 1) * perPage;
  if (offset >= COUNT_LIMIT) {
    throw invalid(
      'page',
      `page reaches the first ${COUNT_LIMIT} rows only. Follow next_cursor with cursor instead.`,
    );
  }
  return { perPage, page, offset, after: null };
}

/**
 * Like `readPage`, for a list ordered by id alone: the page starts after `afterId`, which is null for numbered pages.
 */
export function readIdPage(query: PageQuery): PageRequest & { afterId: number | null } {
  const request = readPage(query, 1);
  const [afterId = null] = request.after ?? [];
  if (afterId !== null && !(typeof afterId === 'number' && afterId > 0)) throw foreignCursor();
  return { ...request, afterId };
}

/** The position of a row in a newest-first list; the row itself is not before it. */
export interface TimePosition {
  at: Date;
  id: number;
}

/** The requested rows of a newest-first list: those before `before`, or from the newest on if it is null. */
export interface TimePageRequest extends PageRequest {
  before: TimePosition | null;
}

/** Like `readPage`, for a newest-first list, ordered by a time and then by id. */
export function readTimePage(query: PageQuery): TimePageRequest {
  const request = readPage(query, 2);
  if (!request.after) return { ...request, before: null };
  const [milliseconds, id] = request.after;
  if (typeof milliseconds !== 'number' || typeof id !== 'number') throw foreignCursor();
  const at = new Date(milliseconds);
  if (Number.isNaN(at.getTime()) || milliseconds < 0) throw foreignCursor();
  return { ...request, before: { at, id } };
}

/**
 * Returns the cursor key of a row in such a list.
 * @param at a timestamp in the format of the API.
 */
export function timeKey(at: string, id: number): CursorKey {
  return [Date.parse(at), id];
}

/**
 * Splits the rows of a query for `perPage + 1` into the page and its pagination. The last page that `page` reaches ends
 * at row `COUNT_LIMIT`, even if it is then shorter; `next_cursor` continues from there.
 */
export function cutPage<Row>(
  rows: Row[],
  request: PageRequest,
  total: number | null,
  keyOf: (row: Row) => CursorKey,
): { rows: Row[]; pagination: Pagination } {
  const size = request.after ? request.perPage : Math.min(request.perPage, COUNT_LIMIT - request.offset);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const isCapped = total !== null && total > COUNT_LIMIT;
  const counted = isCapped ? COUNT_LIMIT : total;
  return {
    rows: page,
    pagination: {
      current_page: request.after ? null : request.page,
      per_page: request.perPage,
      last_page: counted === null ? null : Math.max(1, Math.ceil(counted / request.perPage)),
      total: counted,
      ...(isCapped && { total_capped: true }),
      next_cursor: rows.length > size && last !== undefined ? encodeCursor(keyOf(last)) : null,
    },
  };
}

function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decodeCursor(cursor: string, keyLength: number): CursorKey {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isCursorKey(key) && key.length === keyLength) return key;
  } catch {
    // Falls through to the same error for every cursor that is not ours.
  }
  throw foreignCursor();
}

function foreignCursor(): AppError {
  return invalid('cursor', 'Send next_cursor of the previous page, unchanged.');
}

function isCursorKey(value: unknown): value is CursorKey {
  return (
    Array.isArray(value) &&
    value.every((item) =>
      typeof item === 'string' ? /^[\d:.T+-]{1,40}$/.test(item) : Number.isSafeInteger(item),
    )
  );
}
