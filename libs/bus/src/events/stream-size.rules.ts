/** The size of a stream: how much it holds, and how much it may hold. */
export interface StreamSize {
  readonly bytes: number;
  /** Null without a limit. */
  readonly maxBytes: number | null;
  /** Whether a full stream refuses new events. Otherwise it drops the oldest, whether they were consumed or not. */
  readonly refusesNew: boolean;
}

/** Smaller, it could not hold the largest event beside others. */
export const SMALLEST_STREAM_BYTES = 16 * 1024 * 1024;
/** The largest share of a size that may be in use when this size is newly set: nobody should be alerted at once. */
const MOST_IN_USE = 0.7;

/** Returns whether a stream that holds so much may get this size. */
export function hasRoom(bytes: number, maxBytes: number): boolean {
  return bytes <= MOST_IN_USE * maxBytes;
}

/**
 * Returns the size that a stream needs to get; null if it has it. A setting only enlarges, so that replicas with
 * different settings do not undo each other's changes, and a smaller size is left to an operator.
 */
export function sizeToSet({ maxBytes, refusesNew }: StreamSize, setting: number): number | null {
  const wanted = Math.max(maxBytes ?? 0, setting);
  return wanted === maxBytes && refusesNew ? null : wanted;
}

/**
 * Returns whether the stream can get the size now. It can always be enlarged; a stream without a limit, or one that
 * drops old events, must have room, because it would otherwise be full, or nearly so, from now on.
 */
export function canGet({ bytes, maxBytes, refusesNew }: StreamSize, wanted: number): boolean {
  const isEnlarged = refusesNew && maxBytes !== null && wanted >= maxBytes;
  return isEnlarged || hasRoom(bytes, wanted);
}
