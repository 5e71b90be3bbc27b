/** Where messages, statuses and everything else of numbers arrives. */
export const providerCallbacks = '/provider/callbacks';

/**
 * Every path of the port that the provider calls. Each answers a verification by GET, and takes signed JSON by POST. The
 * port opens what is listed here, and the attacks attack it.
 */
export const callbackPaths: readonly string[] = [providerCallbacks];

/** What callbacks are about here. Whoever sets up the app at the provider subscribes it to these, and docs/operations.md names them. */
export const callbackFields = [
  'messages',
  'account_update',
  'user_preferences',
  'message_template_status_update',
  'template_category_update',
  'history',
  'smb_app_state_sync',
  'smb_message_echoes',
] as const;
export type CallbackField = (typeof callbackFields)[number];

/** Has the signature of the raw bytes of a callback, as in `sha256=…`. */
export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** The largest body of a callback that is taken: the provider sends 3 MB at most. */
export const MAX_CALLBACK_BYTES = 4 * 1024 * 1024;
