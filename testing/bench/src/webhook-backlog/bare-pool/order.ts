/** What the bare pool is to post. */
export interface BarePoolOrder {
  url: string;
  count: number;
  connections: number;
  /** The certificate authority of the receiver, in PEM. */
  ca: string;
}
