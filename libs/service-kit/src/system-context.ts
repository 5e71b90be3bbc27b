import { randomUUID } from 'node:crypto';
import type { Plan, RequestContext } from '@chat/contracts';

const NO_PLAN: Plan = {
  account_limit: 0,
  device_channels: false,
  cloud_channels: false,
  coexistence: false,
  rate_limit: 0,
};

/** The context of work that no client asked for: sweepers, consumers, the admin tool. */
export function systemContext(accountId: number, timeoutMs = 30_000): RequestContext {
  return {
    requestId: randomUUID(),
    traceparent: null,
    deadline: Date.now() + timeoutMs,
    account: { id: accountId, plan: NO_PLAN },
    credential: { type: 'system', id: 'system', scopes: null },
  };
}
