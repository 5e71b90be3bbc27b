export * from './batcher';
export * from './usual-duration';
