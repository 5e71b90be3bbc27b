/** The receivers to play from now on. */
export interface ReceiverOrder {
  /** Keys of `behaviours`. */
  kinds: readonly string[];
  cert: string;
  key: string;
}

export interface ReceiverReady {
  /** One per kind, in the same order. */
  urls: string[];
}
