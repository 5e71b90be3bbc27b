import type { RunningSum } from '@chat/service-kit';

/** The bytes of all media of an account, whoever sent it. Bytes that are still awaited do not count. */
export const countedMedia: RunningSum = {
  limit: 'media_bytes',
  table: 'blobs',
  amount: (row) => `coalesce(${row}.size, 0)`,
  unknown: 'size IS NULL',
};
