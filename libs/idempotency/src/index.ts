export * from './fingerprint';
export * from './idempotency';
export type { RecordKey } from './records.repository';
export * from './tables';
