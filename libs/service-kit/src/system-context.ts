import { randomUUID } from 'node:crypto';
import { newTraceparent, type Cause } from '@chat/bus/client';
import type { Plan, RequestContext } from '@chat/contracts';

const NO_PLAN: Plan = {
  account_limit: 0,
  device_channels: false,
  cloud_channels: false,
  coexistence: false,
  rate_limit: 0,
};

/**
 * Returns the context of work that no client requested: sweepers, jobs, the admin tool.
 * @param cause whose trace the request continues.
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
