/** The one app at the provider: its credentials, and its callback URL, which an account or a number may override. */
export interface App {
  id: string;
  secret: string;
  verifyToken: string;
  /** Null: no callbacks are sent. */
  callbackUrl: string | null;
  /** The callback fields to which it is subscribed. */
  callbackFields: readonly string[];
}
