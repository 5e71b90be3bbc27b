export { createDatabase } from './create-database';
export { freePort, isPortFree } from './ports';
export { startPostgres } from './postgres';
export type { LocalPostgres, PostgresOptions } from './postgres';
