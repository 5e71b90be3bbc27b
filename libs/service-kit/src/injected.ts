/** Injection token of the service's configuration. */
export const CONFIG = Symbol('CONFIG');
/** Injection token of the service's logger. */
export const LOGGER = Symbol('LOGGER');
