/**
 * What the provider accepts as a template, without anything that only a server has: the service checks requests by it, and the
 * console while somebody is writing one.
 */
export * from './buttons.rules';
export * from './draft.rules';
export * from './draft-findings';
export * from './languages';
export * from './preview.rules';
export * from './requested-draft.rules';
export * from './variables.rules';
