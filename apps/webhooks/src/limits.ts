import type { LiveCount } from '@chat/service-kit';

export const countedEndpoints: LiveCount = {
  limit: 'webhooks',
  rows: 'FROM webhooks.endpoints WHERE account_id = $1 AND deleted_at IS NULL',
};

export const countedRecoveries: LiveCount = {
  limit: 'recoveries',
  rows: `FROM webhooks.jobs WHERE account_id = $1 AND type = 'recover-deliveries' AND state IN ('waiting', 'running')`,
};
