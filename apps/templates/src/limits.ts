import type { RunningSum } from '@chat/service-kit';

/** Templates that exist or may exist at the provider, whoever made them. */
export const countedTemplates: RunningSum = {
  limit: 'templates',
  table: 'templates',
  amount: (row) => `(${row}.state IN ('submitting', 'live', 'deleting'))::int`,
};

export const countedKeys: RunningSum = { limit: 'template_keys', table: 'idempotency_records' };
