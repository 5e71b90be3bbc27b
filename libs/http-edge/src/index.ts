export * from './address-budget';
export * from './address.rules';
export { acceptForms, acceptJsonOnly, formOf } from './bodies';
export type { BodyDeadline } from './body-watch';
export * from './client-addresses';
export type { ServerLimits } from './hardened-server';
export * from './http-edge';
export * from './sampled-log';
export { readMethods, type Failure, type Surface } from './surface';
