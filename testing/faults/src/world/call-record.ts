/** A call of a customer. Times are monotonic milliseconds. */
export interface CallRecord {
  readonly startedAt: number;
  readonly endedAt: number;
  /** The message that the answer acknowledged as sent; null for any other call. */
  readonly sentId: number | null;
  /**
   * The error code of an answer that an installation without interruptions would not have given, or `no answer`; null
   * for any other call.
   */
  readonly failure: string | null;
}
