export { describeDeviceEngine } from './describe-device-engine';
export type { EngineFate, EngineHarness } from './engine-harness';
export { MemoryStore } from './memory-store';
export { LoginPace } from '../sessions/login-pace';
