import type { NumberRestriction, NumberSnapshot } from '@chat/contracts/cloud-connector';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { toNumberSync } from './sync.mapper';
import { billingBlocked } from './number-trouble.rules';
import type { NumberRow } from './number.row';
import { activeOf, restrictionSentence } from './restriction.rules';

export function toSnapshot(row: NumberRow): NumberSnapshot {
  const { channel_id, status, version, phone_number, reason, waba_id, sync } = row;
  const restrictions = activeOf(row.restrictions, new Date());
  return {
    channel_id,
    status,
    version,
    phone_number,
    reason,
    ...errorOf(row, restrictions),
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

/** What is wrong with the number, as a sentence and in one word. */
function errorOf(
  { status, reason, last_error, last_error_reason, is_billing_blocked }: NumberRow,
  restrictions: NumberRestriction[],
): Pick<NumberSnapshot, 'last_error' | 'last_error_reason'> {
  if (last_error !== null)
    return { last_error, last_error_reason: status === 'disconnected' ? reason : last_error_reason };
  const restricted = restrictionSentence(restrictions);
  if (restricted !== null) return { last_error: restricted, last_error_reason: 'restricted' };
  if (is_billing_blocked)
    return { last_error: billingBlocked.sentence, last_error_reason: billingBlocked.reason };
  return { last_error: null, last_error_reason: null };
}
