export { Links } from './network/links';
export type { TakenSend } from './oracles/sends.rules';
export { say } from './rounds/progress';
export type { FaultRow } from './rounds/row';
export { countOf, type RoundReport, type RunReport } from './run/report.rules';
export { runFaults } from './run/run';
export type { CallRecord } from './world/call-record';
export { MessageLedgers } from './world/message-ledgers';
export type { Front, World } from './world/world';
