/** Where messages, statuses and everything else of numbers arrives. */
export const providerCallbacks = '/provider/callbacks';

/**
 * Every path of the port that the provider calls. Each answers a verification by GET, and takes signed JSON by POST. The
 * port opens what is listed here, and the attacks attack it.
 */
export const callbackPaths: readonly string[] = [providerCallbacks];

/** Has the signature of the raw bytes of a callback, as in `sha256=…`. */
export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** The largest body of a callback that is taken: the provider sends 3 MB at most. */
export const MAX_CALLBACK_BYTES = 4 * 1024 * 1024;
