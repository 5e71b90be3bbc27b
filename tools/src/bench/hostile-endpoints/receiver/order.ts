/** The receiver to play from now on. */
export interface ReceiverOrder {
  /** A key of `behaviours`. */
  kind: string;
  cert: string;
  key: string;
}

export interface ReceiverReady {
  url: string;
}
