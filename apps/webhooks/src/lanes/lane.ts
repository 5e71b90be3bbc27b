/** The queue of deliveries to one endpoint. */
export interface Lane {
  accountId: number;
  webhookId: number;
}

/** A lane that this process holds. */
export interface Hold extends Lane {
  /** The end of the hold, and its fencing token: whoever takes over the lane sets a later one. */
  readonly heldUntil: string;
}
