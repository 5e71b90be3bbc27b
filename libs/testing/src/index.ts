export type { TestDatabase } from './test-database';
export { createTestDatabase } from './test-database';
export type { TestNats } from './test-nats';
export { startTestNats } from './test-nats';
export type { UntilOptions } from './until';
export { until } from './until';
