import { AppError } from '@chat/errors';
import { COUNT_LIMIT, cutPage, readPage, readTimePage, timeKey, type PageRequest } from './paging';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: count - index }));
const keyOf = (row: { id: number }) => [row.id];

describe('paging', () => {
  it('requests the first 25 rows by default', () => {
    expect(readPage({}, 1)).toEqual({ perPage: 25, page: 1, offset: 0, after: null });
  });

  it('leads from each page to the next by a cursor, which is null on the last page', () => {
    const first = cutPage(rows(3), { perPage: 2, page: 1, offset: 0, after: null }, 3, keyOf);
    expect(first.rows).toEqual([{ id: 3 }, { id: 2 }]);
    const next = readPage({ per_page: 2, cursor: first.pagination.next_cursor! }, 1);
    expect(next.after).toEqual([2]);
    const last = cutPage([{ id: 1 }], next, null, keyOf);
    expect(last.pagination).toEqual({
      current_page: null,
      per_page: 2,
      last_page: null,
      total: null,
      next_cursor: null,
    });
  });

  it.each([
    [0, { last_page: 1, total: 0 }],
    [25, { last_page: 1, total: 25 }],
    [26, { last_page: 2, total: 26 }],
    [COUNT_LIMIT, { last_page: 400, total: COUNT_LIMIT }],
    [COUNT_LIMIT + 1, { last_page: 400, total: COUNT_LIMIT, total_capped: true }],
  ])('counts %i rows exactly up to the limit and reports a capped count', (total, expected) => {
    const request: PageRequest = { perPage: 25, page: 1, offset: 0, after: null };
    const { pagination } = cutPage([], request, total, keyOf);
    expect(pagination).toMatchObject(expected);
    expect('total_capped' in pagination).toBe(total > COUNT_LIMIT);
  });

  it.each([
    ['a page beyond the first 10,000 rows', { page: 401 }],
    ['page and cursor together', { page: 1, cursor: 'WzFd' }],
    ['a cursor that is no base64 of JSON', { cursor: '%%%' }],
    ['a cursor of another list', { cursor: Buffer.from('[1,2]').toString('base64url') }],
    ['a cursor with a value that no key has', { cursor: Buffer.from('["x; DROP"]').toString('base64url') }],
  ])('refuses %s', (_, query) => {
    expect(() => readPage(query, 1)).toThrow(AppError);
  });

  it.each([
    [1, 10_000],
    [3, 3_334],
    [25, 400],
    [30, 334],
    [99, 102],
    [100, 100],
  ])('reaches the last page of %i rows each, but no page beyond it', (per_page, lastPage) => {
    const request = readPage({ per_page, page: lastPage }, 1);
    const { rows: page, pagination } = cutPage(rows(per_page + 1), request, COUNT_LIMIT + 1, keyOf);
    expect(pagination).toMatchObject({ current_page: lastPage, last_page: lastPage, per_page });
    expect(request.offset + page.length).toBe(COUNT_LIMIT);
    expect(readPage({ cursor: pagination.next_cursor! }, 1).after).toEqual([page.at(-1)!.id]);
    for (const beyond of [lastPage + 1, Number.MAX_SAFE_INTEGER]) {
      expect(() => readPage({ per_page, page: beyond }, 1)).toThrow(
        expect.objectContaining({
          details: { errors: { page: [expect.stringContaining('cursor')] } },
        }) as Error,
      );
    }
  });

  it('ends the last page with the last existing row', () => {
    const request = readPage({ per_page: 30, page: 334 }, 1);
    const { rows: page, pagination } = cutPage(rows(10), request, COUNT_LIMIT, keyOf);
    expect(page).toHaveLength(10);
    expect(pagination.next_cursor).toBeNull();
  });

  describe('of newest-first lists', () => {
    const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');

    it('starts at the newest row without a cursor', () => {
      expect(readTimePage({}).before).toBeNull();
    });

    it('continues before the row of the cursor', () => {
      const at = new Date('2026-01-31T10:20:30.123Z');
      expect(readTimePage({ cursor: cursorOf(timeKey(at.toISOString(), 7)) }).before).toEqual({ at, id: 7 });
    });

    it.each([[['2026', 7]], [[0, '7']], [[-1, 7]], [[Number.MAX_SAFE_INTEGER, 7]], [[7]]])(
      'refuses the cursor %j',
      (key) => {
        expect(() => readTimePage({ cursor: cursorOf(key) })).toThrow(AppError);
      },
    );
  });
});
