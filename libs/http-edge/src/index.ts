export { AddressBudget } from './address-budget';
export { parseAddress, toClientAddress, type Address, type ClientAddress } from './address.rules';
export { acceptForms, acceptJsonOnly, formOf, hasBody } from './bodies';
export type { BodyDeadline } from './body-watch';
export { ClientAddresses } from './client-addresses';
export type { ServerLimits } from './hardened-server';
export { HttpEdge } from './http-edge';
export { readTraceparent } from './trace-context.rules';
export { readMethods, type Failure, type Surface } from './surface';
