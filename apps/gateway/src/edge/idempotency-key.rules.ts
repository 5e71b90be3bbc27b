import type { Operation } from '@chat/contracts';
import { AppError, invalid } from '@chat/errors';

/** 1 to 255 visible ASCII characters. */
const VALID = /^[!-~]{1,255}$/;

/**
 * Returns the request's Idempotency-Key, or null if the operation does not use one or none was sent.
 * @param sent every header of that name.
 * @throws AppError `idempotency_key_required`, or `validation_error` for an invalid key.
 */
export function readIdempotencyKey(
  { idempotency }: Pick<Operation, 'idempotency'>,
  sent: readonly string[] = [],
): string | null {
  if (!idempotency) return null;
  const [key] = sent;
  if (key === undefined) {
    if (idempotency === 'required') throw new AppError('idempotency_key_required');
    return null;
  }
  if (sent.length === 1 && VALID.test(key)) return key;
  throw invalid(
    'Idempotency-Key',
    'Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.',
  );
}
