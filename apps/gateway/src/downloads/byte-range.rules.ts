import type { ByteRange } from '@chat/media';

/** One range of bytes: with both ends, from a position to the end, or a suffix. */
const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/**
 * Parses a `Range` header (RFC 9110, 14.1.2) for a file of `size` bytes.
 * @returns null for the whole file: several ranges, other units and invalid ranges are ignored, as HTTP permits.
 */
export function readByteRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header) ?? [];
  if (first === '') return last === '' ? null : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && end < start) return null;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
}

/** If the file is shorter, all of it. */
function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count > 0 && size > 0 ? { start: Math.max(size - count, 0), end: size - 1 } : 'unsatisfiable';
}
