/** Injects the service's configuration. */
export const CONFIG = Symbol('CONFIG');
/** Injects the service's logger. */
export const LOGGER = Symbol('LOGGER');
