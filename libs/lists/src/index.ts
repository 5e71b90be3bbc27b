export * from './any-account';
export * from './first-since';
export * from './paging';
export * from './search-terms';
export * from './search-text.rules';
export * from './searched-list';
