export { accountOfSql } from './any-account';
export type { Placed } from './first-since';
export { firstIdSince } from './first-since';
export type { PageRequest, TimePageRequest } from './paging';
export { COUNT_LIMIT, cutPage, isPaged, LONGEST_PAGE, readIdPage, readTimePage, timeKey } from './paging';
export { searchTermsSql } from './search-terms';
export { fold, searchText } from './search-text.rules';
export type { Listed } from './searched-list';
export { SearchedList } from './searched-list';
