export { fingerprint } from './fingerprint';
export type { Attempt, Outcome, Success, Trace } from './idempotency';
export { Idempotency } from './idempotency';
export { reachSql } from './reach-sql';
export type { Claim, RecordKey } from './records.repository';
export { idempotencyTableSql } from './tables';
