import { Int, Optional, Verbatim } from './fields';

export const DEFAULT_PER_PAGE = 25;
export const MAX_PER_PAGE = 100;

/** The query members that every list takes. */
export class PageQuery {
  @Optional() @Int({ min: 1, max: MAX_PER_PAGE }) per_page?: number;
  @Optional() @Int({ min: 1 }) page?: number;
  /** Opaque: `next_cursor` of the page before. */
  @Optional() @Verbatim({ min: 1, max: 500 }) cursor?: string;
}

/** `meta.pagination` of a list. With `cursor`, the page numbers and the total are null. */
export interface Pagination {
  current_page: number | null;
  per_page: number;
  last_page: number | null;
  total: number | null;
  /** Present and true when there are more rows than are counted. */
  total_capped?: true;
  next_cursor: string | null;
}
