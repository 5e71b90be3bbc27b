export { AwaitedAnswers } from './awaited-answers';
export type { CloseReason } from './close-reasons';
export * from './device-engine';
export { SerialQueue } from '../serial-queue';
