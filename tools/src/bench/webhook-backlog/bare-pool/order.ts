/** What the bare pool is to post. */
export interface BarePoolOrder {
  url: string;
  count: number;
  connections: number;
}
