export * from './batcher';
export * from './usual-duration';
export { AccountSlots } from './account-slots';
export * from './linger';
export * from './shared-reads';
