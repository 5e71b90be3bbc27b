import type { LiveCount, RunningSum } from '@chat/service-kit';

/** The bytes of all media of an account, whoever sent it. Bytes that are still awaited do not count. */
export const countedMedia: RunningSum = {
  limit: 'media_bytes',
  table: 'blobs',
  amount: (row) => `coalesce(${row}.size, 0)`,
  unknown: 'size IS NULL',
};

export const countedKeys: RunningSum = { limit: 'send_keys', table: 'idempotency_records' };

export const countedReceipts: LiveCount = {
  limit: 'read_receipts',
  rows: `FROM messaging.jobs WHERE account_id = $1 AND type = 'read-receipt' AND state IN ('waiting', 'running')`,
};
