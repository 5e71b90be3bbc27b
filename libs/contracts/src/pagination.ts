import { About, Default } from './about';
import { Int, Verbatim } from './fields';
import { Optional } from './presence';

/** Default and maximum number of records per page. */
export const DEFAULT_PER_PAGE = 25;
export const MAX_PER_PAGE = 100;

/** The query members of a list that is returned whole unless one of them requests a page. */
export class WholeListQuery {
  @About('Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned.')
  @Optional()
  @Int({ min: 1, max: MAX_PER_PAGE })
  per_page?: number;
  @About('Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit.')
  @Optional()
  @Int({ min: 1 })
  page?: number;
  @About('`next_cursor` of the previous page, unchanged. Send either `page` or `cursor`.')
  @Optional()
  @Verbatim({ min: 1, max: 500 })
  cursor?: string;
}

/** The query members of a list that is always returned in pages. */
export class PageQuery extends WholeListQuery {
  @About('Records per page.') @Default(DEFAULT_PER_PAGE) override per_page?: number;
}

/** `meta.pagination` of a list. With `cursor`, the page numbers and the total are null. */
export interface Pagination {
  current_page: number | null;
  per_page: number;
  last_page: number | null;
  total: number | null;
  /** Present and true if there are more rows than `total` counts. */
  total_capped?: true;
  next_cursor: string | null;
}
