export * from './fingerprint';
export * from './idempotency';
export { reachSql } from './reach-sql';
export type { Claim, RecordKey } from './records.repository';
export * from './tables';
