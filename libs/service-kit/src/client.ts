/** What a program needs that calls services and serves none: a part of the index that loads without Nest. */
export { settings } from './config';
export { readBusAccess } from './nats-settings';
export { ConfigError, readSettings, type Environment } from './settings';
export { systemContext } from './system-context';
