export { CommonTerms } from './common-terms';
export { accountOfSql } from './any-account';
export { firstIdSince, type Placed } from './first-since';
export {
  COUNT_LIMIT,
  cutPage,
  isPaged,
  LONGEST_PAGE,
  readIdPage,
  readTimePage,
  timeKey,
  type PageRequest,
  type TimePageRequest,
} from './paging';
export { searchTermsSql } from './search-terms';
export { areOutdated, renewOutdated, type TextTable } from './outdated-text';
export {
  contactText,
  fold,
  fragmentsOf,
  isBelowTerm,
  LINE_END,
  searchText,
  termQuery,
} from './search-text.rules';
export { containsOneOf, SearchedList, type Listed } from './searched-list';
