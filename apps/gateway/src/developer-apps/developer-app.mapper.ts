import type { DeveloperApp } from '@chat/contracts/gateway';
import { toTimestamp } from '@chat/service-kit';
import type { DeveloperAppEntity } from './developer-app.entity';

export function toDeveloperApp(row: DeveloperAppEntity): DeveloperApp {
  return {
    id: row.id,
    account_id: row.accountId,
    name: row.name,
    client_id: row.clientId,
    public: row.secretDigest === null,
    redirect_uris: row.redirectUris,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
