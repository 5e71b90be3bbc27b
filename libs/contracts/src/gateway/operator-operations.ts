import { IdParams, operation, PageQuery } from '..';
import { Replay } from '../dead-letters/dead-letter.dto';
import { UsageList, UsageResult } from '../limits/limit.dto';
import { AccountList, AccountResult } from './account.dto';
import {
  DeadLettersOfServices,
  Health,
  JobOfServiceResult,
  JobsOfServices,
  JobsQuery,
  ServiceQuery,
  ServiceRecordParams,
  SetAccountLimit,
  UpdatePlan,
} from './operator.dto';

/** What operators of the installation have; none shows what an account's people write. */
const ofOperators = { role: 'viewer', operator: true } as const;

export const listInstallationAccounts = operation({
  http: 'GET /console/api/accounts',
  summary: 'List the accounts of the installation',
  ...ofOperators,
  subject: 'rpc.gateway.installation.list-accounts',
  effect: 'read',
  query: PageQuery,
  output: AccountList,
});

export const updatePlan = operation({
  http: 'PATCH /console/api/accounts/{id}',
  summary: 'Change the plan of an account',
  ...ofOperators,
  stepUp: true,
  subject: 'rpc.gateway.installation.update-plan',
  effect: 'write',
  params: IdParams,
  body: UpdatePlan,
  output: AccountResult,
});

export const suspendInstallationAccount = operation({
  http: 'POST /console/api/accounts/{id}/suspend',
  summary: 'Suspend an account',
  ...ofOperators,
  stepUp: true,
  subject: 'rpc.gateway.installation.suspend-account',
  effect: 'write',
  params: IdParams,
  output: AccountResult,
  errors: ['conflict'],
});

export const resumeInstallationAccount = operation({
  http: 'POST /console/api/accounts/{id}/resume',
  summary: 'End the suspension of an account',
  ...ofOperators,
  stepUp: true,
  subject: 'rpc.gateway.installation.resume-account',
  effect: 'write',
  params: IdParams,
  output: AccountResult,
});

export const listAccountLimits = operation({
  http: 'GET /console/api/accounts/{id}/limits',
  summary: 'See what an account keeps, and how much it may keep',
  ...ofOperators,
  subject: 'rpc.gateway.installation.list-limits',
  effect: 'read',
  params: IdParams,
  output: UsageList,
});

export const setAccountLimit = operation({
  http: 'PUT /console/api/accounts/{id}/limits',
  summary: 'Say how much of one kind an account may keep',
  ...ofOperators,
  stepUp: true,
  subject: 'rpc.gateway.installation.set-limit',
  unaudited: 'The service that counts leaves the entry.',
  effect: 'write',
  params: IdParams,
  body: SetAccountLimit,
  output: UsageResult,
});

export const listInstallationDeadLetters = operation({
  http: 'GET /console/api/dead-letters',
  summary: 'List events that services gave up on',
  ...ofOperators,
  subject: 'rpc.gateway.installation.list-dead-letters',
  effect: 'read',
  query: ServiceQuery,
  output: DeadLettersOfServices,
});

export const replayInstallationDeadLetter = operation({
  http: 'POST /console/api/dead-letters/{service}/{id}/replay',
  summary: 'Replay an event that a service gave up on',
  ...ofOperators,
  subject: 'rpc.gateway.installation.replay-dead-letter',
  unaudited: 'It repeats work that was begun before.',
  effect: 'write',
  params: ServiceRecordParams,
  output: Replay,
  errors: ['conflict'],
  timeoutMs: 30_000,
});

export const listInstallationJobs = operation({
  http: 'GET /console/api/jobs',
  summary: 'List the jobs of services',
  ...ofOperators,
  subject: 'rpc.gateway.installation.list-jobs',
  effect: 'read',
  query: JobsQuery,
  output: JobsOfServices,
});

export const retryInstallationJob = operation({
  http: 'POST /console/api/jobs/{service}/{id}/retry',
  summary: 'Make a job due',
  ...ofOperators,
  subject: 'rpc.gateway.installation.retry-job',
  unaudited: 'It repeats work that was begun before.',
  effect: 'write',
  params: ServiceRecordParams,
  output: JobOfServiceResult,
  errors: ['conflict'],
});

export const readHealth = operation({
  http: 'GET /console/api/health',
  summary: 'See which services answer, and what they gave up on',
  ...ofOperators,
  subject: 'rpc.gateway.installation.read-health',
  effect: 'read',
  output: Health,
});
