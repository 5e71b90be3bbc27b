import type { NumberSnapshot } from '@chat/contracts/cloud-connector';

/** Returns the error of a number in one word. A connector of an earlier release tells only why a number is disconnected. */
export function reasonOfError({
  status,
  reason,
  last_error,
  last_error_reason,
}: Pick<NumberSnapshot, 'status' | 'reason' | 'last_error' | 'last_error_reason'>): string | null {
  if (last_error === null) return null;
  return last_error_reason ?? (status === 'disconnected' ? reason : null);
}
