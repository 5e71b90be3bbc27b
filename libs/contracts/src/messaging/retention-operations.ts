import { operation } from '..';
import { Retention, RetentionOf, RetentionResult, SetRetention } from './retention.dto';

export const getRetention = operation({
  subject: 'rpc.messaging.retention.get',
  effect: 'read',
  body: RetentionOf,
  output: RetentionResult,
});

/** What is older is deleted from now on, in batches. */
export const setRetention = operation({
  subject: 'rpc.messaging.retention.set',
  effect: 'write',
  body: SetRetention,
  output: RetentionResult,
});

export const getOwnRetention = operation({
  http: 'GET /console/api/account/retention',
  summary: 'See how long messages and their files are kept',
  role: 'admin',
  subject: 'rpc.messaging.own-retention.get',
  effect: 'read',
  output: RetentionResult,
});

export const setOwnRetention = operation({
  http: 'PUT /console/api/account/retention',
  summary: 'Say how long messages and their files are kept',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.messaging.own-retention.set',
  effect: 'write',
  body: Retention,
  output: RetentionResult,
});
