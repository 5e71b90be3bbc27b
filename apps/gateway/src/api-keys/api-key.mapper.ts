import type { ApiKey } from '@chat/contracts/gateway';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { ApiKeyEntity } from './api-key.entity';

export function toApiKey(row: ApiKeyEntity): ApiKey {
  return {
    account_id: row.accountId,
    client_id: row.clientId,
    name: row.name,
    expires_at: toNullableTimestamp(row.expiresAt),
    created_by: row.createdBy,
    scopes: row.scopes,
    allowlist: row.allowlist,
    revoked_at: toNullableTimestamp(row.revokedAt),
    former_secret_until: toNullableTimestamp(row.formerSecretUntil),
    last_used_at: toNullableTimestamp(row.lastUsedAt),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
