export * from './address-budget';
export * from './address.rules';
export type { BodyDeadline } from './body-watch';
export * from './client-addresses';
export type { ServerLimits } from './hardened-server';
export * from './http-edge';
export * from './json-bodies';
export * from './sampled-log';
export type { Failure, Surface } from './surface';
