import { operation } from '..';
import { RetentionOf, RetentionResult, SetRetention } from './retention.dto';

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
