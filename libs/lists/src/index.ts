export * from './paging';
export * from './search-terms';
export * from './search-text.rules';
export * from './searched-list';
export * from './shared-reads';
