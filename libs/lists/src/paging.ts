import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type PageQuery, type Pagination } from '@chat/contracts';
import { invalid, type AppError } from '@chat/errors';

/** How far numbered pages reach, and how far rows are counted. Cursors have no such limit. */
export const COUNT_LIMIT = 10_000;

/**
 * The most rows that a page query returns, to be written into its text around the limit that is a parameter. Of a
 * parameter Postgres assumes that a tenth of the rows is wanted, and so plans the query anew at each call.
 */
export const LONGEST_PAGE = MAX_PER_PAGE + 1;

/** The sort key of the last row of a page, in the order of the list's ORDER BY. */
export type CursorKey = (string | number)[];

/** Which rows a list query wants. Ask the database for `perPage + 1` of them: the extra one shows that there is a next page. */
export interface PageRequest {
  perPage: number;
  page: number;
  offset: number;
  /** Start after this row; null for numbered pages. */
  after: CursorKey | null;
}

/** Whether a query asks for a page, in the lists that are returned whole unless it does. */
export function isPaged({ per_page, page, cursor }: PageQuery): boolean {
  return (per_page ?? page ?? cursor) !== undefined;
}

/**
 * @param keyLength how many values the list's sort key has.
 * @throws AppError `validation_error` for a page out of reach or a cursor that is none of ours.
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

/** `readPage` for a list that is ordered by id alone: `afterId` is where the page starts, null for numbered pages. */
export function readIdPage(query: PageQuery): PageRequest & { afterId: number | null } {
  const request = readPage(query, 1);
  const [afterId = null] = request.after ?? [];
  if (afterId !== null && !(typeof afterId === 'number' && afterId > 0)) throw foreignCursor();
  return { ...request, afterId };
}

/** A row's place in a list of the newest first; the row itself is not before it. */
export interface TimePosition {
  at: Date;
  id: number;
}

/** Which rows of a list with the newest first a query wants: those before `before`, from the newest on if null. */
export interface TimePageRequest extends PageRequest {
  before: TimePosition | null;
}

/** `readPage` for a list with the newest first, by a time and then by id. */
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
 * The cursor key of a row in such a list.
 * @param at a timestamp as the API writes it.
 */
export function timeKey(at: string, id: number): CursorKey {
  return [Date.parse(at), id];
}

/**
 * Splits the rows of a query for `perPage + 1` into the page and its pagination. The last page that `page` reaches ends
 * with the row `COUNT_LIMIT`, whatever its size; `next_cursor` goes on from there.
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
    // Falls through to the one answer for every cursor that we did not make.
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
