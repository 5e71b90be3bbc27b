/** What a program needs that calls services and serves none. It loads without Nest, in a third of the time of the index. */
export { settings } from './config';
export { readBusAccess } from './nats-settings';
export { readSettings } from './settings';
export { systemContext } from './system-context';
export { whole } from './whole-number';
