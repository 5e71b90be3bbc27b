import type { NumberSnapshot } from '@chat/contracts/cloud-connector';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { toNumberSync } from './sync.mapper';
import { BILLING_SENTENCE } from './number-trouble.rules';
import type { NumberRow } from './number.row';
import { activeOf, restrictionSentence } from './restriction.rules';

export function toSnapshot(row: NumberRow): NumberSnapshot {
  const { channel_id, status, version, phone_number, reason, last_error, is_billing_blocked, waba_id, sync } =
    row;
  const restrictions = activeOf(row.restrictions, new Date());
  return {
    channel_id,
    status,
    version,
    phone_number,
    reason,
    last_error:
      last_error ?? restrictionSentence(restrictions) ?? (is_billing_blocked ? BILLING_SENTENCE : null),
    waba_id,
    token_expires_at: toNullableTimestamp(row.token_expires_at),
    restrictions: restrictions.map(({ kind, until }) => ({
      kind,
      until: until && toTimestamp(new Date(until)),
    })),
    quality_rating: row.quality_rating,
    messaging_limit: row.messaging_limit,
    name_status: row.name_status,
    ...(sync && { sync: toNumberSync(sync) }),
  };
}
