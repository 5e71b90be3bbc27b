/** The path to which the provider posts messages, statuses and all other callbacks about numbers. */
export const providerCallbacks = '/provider/callbacks';

/**
 * Every path that the provider calls. Each answers the verification by GET and accepts signed JSON by POST. The
 * callback port serves exactly these paths, and the attack tests target each of them.
 */
export const callbackPaths: readonly string[] = [providerCallbacks];

/**
 * The callback fields handled here. The app at the provider must be subscribed to exactly these, as docs/provider.md
 * says.
 */
export const callbackFields = [
  'messages',
  'account_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'user_preferences',
  'message_template_status_update',
  'message_template_components_update',
  'message_template_quality_update',
  'template_category_update',
  'history',
  'smb_app_state_sync',
  'smb_message_echoes',
] as const;
export type CallbackField = (typeof callbackFields)[number];

/** The header with the signature of a callback's raw bytes, as in `sha256=…`. */
export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** Maximum size of a callback's body: the provider sends at most 3 MB. */
export const MAX_CALLBACK_BYTES = 4 * 1024 * 1024;
