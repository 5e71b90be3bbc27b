export { makeValidator } from 'envalid';
export { busService, type BusService } from './bus-service';
export { loadConfig, processSettings, settings, type CommonConfig } from './config';
export { openDatabase, violates, wasRolledBack, type DatabaseDefinition } from './database';
export { Departure } from './departure';
export {
  ACCEPTING_PATH,
  checkReadiness,
  explainReadiness,
  HealthServer,
  type ReadinessChecks,
} from './health';
export { configureAll, type HostedService, type RunningService } from './hosted-service';
export { standardOutput } from './log-output';
export { listenAt } from './listen-at';
export { createLogger, type Logger } from './logger';
export { PersonTraces } from './person-traces/person-traces';
export { runProcess } from './run-process';
export { CONFIG, LOGGER } from './injected';
export type { KeyedColumn } from './secrets/keyed-column';
export { SecretBox, type RetainedKey } from './secrets/secret-box';
export { secretKeysOf, secretSettings, type SecretConfig } from './secrets/secret-keys';
export {
  ConfigError,
  readSettings,
  type Environment,
  type Specs as SettingSpecs,
  type Values as SettingValues,
} from './settings';
export { systemContext } from './system-context';
export { timeOfChange } from './time-of-change';
export { toNullableTimestamp, toTimestamp, type Moment } from './timestamp';
export { YoungTables } from './young-tables';
export { jobType, type JobType } from './jobs/job-type';
export { Jobs, type Conclusion, type Continuation, type Job, type JobOf } from './jobs/jobs';
export { JobsRepository } from './jobs/jobs.repository';
export { deleteRowsOf, type ChannelPurge } from './deleted-channels/channel-purge';
export { DeletedChannels } from './deleted-channels/deleted-channels';
export { accountSuspended } from './suspended-accounts/account-suspended';
export { SuspendedAccounts } from './suspended-accounts/suspended-accounts';
export type { LiveCount, RunningSum } from './usage/counted';
export { countSql, uncountSql, usageTablesSql } from './usage/tables';
export { Usage } from './usage/usage';
export { deletedChannelsSql } from './deleted-channels/table';
export { whole } from './whole-number';
