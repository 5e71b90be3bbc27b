import { randomUUID } from 'node:crypto';
import { newTraceparent, type Cause } from '@chat/bus';
import type { Plan, RequestContext } from '@chat/contracts';

const NO_PLAN: Plan = {
  account_limit: 0,
  device_channels: false,
  cloud_channels: false,
  coexistence: false,
  rate_limit: 0,
};

/**
 * The context of work that no client asked for: sweepers, jobs, the admin tool.
 * @param cause whose trace goes on in the request.
 */
export function systemContext(
  accountId: number,
  { timeoutMs = 30_000, cause }: { timeoutMs?: number; cause?: Cause } = {},
): RequestContext {
  return {
    requestId: randomUUID(),
    traceparent: cause?.traceparent ?? newTraceparent(),
    idempotencyKey: null,
    deadline: Date.now() + timeoutMs,
    account: { id: accountId, plan: NO_PLAN },
    credential: { type: 'system', id: 'system', scopes: null },
  };
}
