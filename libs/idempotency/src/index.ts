export { fingerprint } from './fingerprint';
export { Idempotency, type Attempt, type Outcome, type Success, type Trace } from './idempotency';
export { reachSql } from './reach-sql';
export type { Claim, RecordKey } from './records.repository';
export { idempotencyTableSql } from './tables';
