export { Batcher } from './batcher';
export { ByteBudget } from './byte-budget';
export { UsualDuration } from './usual-duration';
export { AccountSlots } from './account-slots';
export { Linger } from './linger';
export { SharedReads } from './shared-reads';
