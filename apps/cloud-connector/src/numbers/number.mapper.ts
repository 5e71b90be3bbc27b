import type { NumberSnapshot } from '@chat/contracts/cloud-connector';
import { toNullableTimestamp } from '@chat/service-kit';
import { toNumberSync } from './sync.mapper';
import { BILLING_SENTENCE } from './number-trouble.rules';
import type { NumberRow } from './number.row';

export function toSnapshot(row: NumberRow): NumberSnapshot {
  const { channel_id, status, version, phone_number, reason, last_error, is_billing_blocked, waba_id, sync } =
    row;
  return {
    channel_id,
    status,
    version,
    phone_number,
    reason,
    last_error: last_error ?? (is_billing_blocked ? BILLING_SENTENCE : null),
    waba_id,
    token_expires_at: toNullableTimestamp(row.token_expires_at),
    ...(sync && { sync: toNumberSync(sync) }),
  };
}
