export { AwaitedAnswers } from './awaited-answers';
export type { CloseReason } from './close-reasons';
export * from './device-engine';
export type { EnginePackage, ServiceSettings } from './engine-package';
export { SerialQueue } from '../serial-queue';
