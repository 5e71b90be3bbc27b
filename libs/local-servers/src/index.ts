export { AppProcess } from './app-process';
export { createDatabase } from './create-database';
export { keptSecret } from './kept-secret';
export { startNats } from './nats';
export type { LocalNats, NatsOptions } from './nats';
export { freePort, isPortFree } from './ports';
export { startPostgres } from './postgres';
export type { LocalPostgres, PostgresOptions } from './postgres';
export { commandMentions, isAlive } from './processes';
