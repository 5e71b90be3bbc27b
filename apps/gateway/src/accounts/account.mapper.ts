import type { Account } from '@chat/contracts/gateway';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { AccountEntity } from './account.entity';

export function toAccount(row: AccountEntity): Account {
  return {
    id: row.id,
    name: row.name,
    account_limit: row.accountLimit,
    device_channels: row.deviceChannels,
    cloud_channels: row.cloudChannels,
    coexistence: row.coexistence,
    rate_limit: row.rateLimit,
    manual_probes: row.manualProbes,
    mcp: row.mcp,
    suspended_at: toNullableTimestamp(row.suspendedAt),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
