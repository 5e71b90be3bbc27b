/** The queue of deliveries to one endpoint. */
export interface Lane {
  accountId: number;
  webhookId: number;
}

/** A lane that this process holds. */
export interface Hold extends Lane {
  /** The proof of the hold. */
  readonly heldUntil: string;
}
