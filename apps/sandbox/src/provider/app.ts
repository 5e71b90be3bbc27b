/** The one app at the provider: its credentials, and where its callbacks go unless an account or a number says otherwise. */
export interface App {
  id: string;
  secret: string;
  verifyToken: string;
  /** Null: nothing is called. */
  callbackUrl: string | null;
}
