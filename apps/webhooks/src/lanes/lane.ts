/** The queue of deliveries to one endpoint. */
export interface Lane {
  accountId: number;
  webhookId: number;
}

/**
 * Returns whether the lane gets one request at a time: its endpoint is unproven, or its latest attempts failed.
 */
export function isOnTrial({ isRetrying, isProven }: { isRetrying: boolean; isProven: boolean }): boolean {
  return isRetrying || !isProven;
}

/** A lane that this process holds. */
export interface Hold extends Lane {
  /** The end of the hold, and its fencing token: whoever takes over the lane sets a later one. */
  readonly heldUntil: string;
}
