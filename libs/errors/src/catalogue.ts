interface CatalogueEntry {
  readonly status: number;
  readonly retryable: boolean;
  /** One plain English sentence that says what to do next. */
  readonly message: string;
}

/** Every error code of the public API, with its status and sentence. */
export const catalogue = {
  bad_request: entry(400, 'The request could not be read. Check its format and send it again.'),
  unauthenticated: entry(
    401,
    'Send a valid API key in the headers client-id and client-secret, or an access token as Authorization: Bearer.',
  ),
  ip_not_whitelisted: entry(401, "Add the caller's address to the allowlist of this API key."),
  billing_blocked: entry(402, 'Settle the payment method of this number with the provider, then send again.'),
  insufficient_scope: entry(403, 'Use a credential that carries the scope named in required_scope.'),
  csrf_failed: entry(
    403,
    'Changes in the console are accepted from its own pages only. Open the console anew and try again.',
  ),
  step_up_required: entry(
    403,
    'Prove once more who you are: send your password to POST /console/api/step-up. It counts for 15 minutes.',
  ),
  feature_disabled: entry(403, 'This feature is not part of the account. Ask an administrator to enable it.'),
  limit_reached: entry(
    403,
    'The account has reached its limit for this resource. Delete one, or have the limit raised.',
  ),
  outbound_blocked: entry(403, 'Manual probes are switched off by policy. Automatic deliveries continue.'),
  account_mismatch: entry(403, 'Sign in to the account that owns the credential.'),
  not_found: entry(
    404,
    'Nothing was found for this credential. Check the method, the path and the identifiers.',
  ),
  duplicate_device: entry(409, 'A connected channel already has this phone number. Use that channel.'),
  duplicate_contact: entry(409, 'A contact with this phone number already exists. Update that contact.'),
  idempotency_conflict: entry(
    409,
    'This Idempotency-Key was already used with a different payload. Use a new key for a new operation.',
  ),
  idempotency_in_flight: entry(
    409,
    'The first request with this Idempotency-Key is still running. Try again shortly.',
    true,
  ),
  conflict: entry(409, 'The current state does not allow this. Get the record, then decide what to do.'),
  payload_too_large: entry(413, 'The request body is too large. Send a smaller one.'),
  unsupported_media_type: entry(415, 'Send the body as application/json.'),
  range_not_satisfiable: entry(
    416,
    'The range is beyond the end of the file. Request a range within its size.',
  ),
  validation_error: entry(422, 'Correct the fields listed in errors and send the request again.'),
  unsupported_type: entry(
    422,
    'Only type device can be created here. Use an onboarding session for cloud numbers.',
  ),
  invalid_channel_type: entry(422, 'This operation works on device channels only.'),
  return_url_not_allowed: entry(
    422,
    'Register the host of return_url as a redirect URI of a developer app first.',
  ),
  idempotency_key_required: entry(
    422,
    'Send an Idempotency-Key header of 1 to 255 visible characters with this operation.',
  ),
  template_required: entry(422, 'The customer care window is closed. Send an approved template instead.'),
  capability_error: entry(422, 'The channel cannot do this now. Check reason and choose another channel.'),
  marketing_suppressed: entry(422, 'The contact opted out of marketing. Do not send marketing to it.'),
  invalid_phone: entry(422, 'This is not a reachable phone number. Check the dial code and the number.'),
  rate_limit_exceeded: entry(
    429,
    'The account has used up its requests for this minute. Wait retry_after seconds.',
    true,
  ),
  server_error: entry(500, 'Something failed on our side. Report the request_id if it happens again.'),
  device_service_error: entry(
    502,
    'The device session service could not complete this. Try again shortly.',
    true,
  ),
  qr_failed: entry(502, 'The QR code could not be created. Try again, or reconnect the channel first.', true),
  pairing_failed: entry(502, 'The pairing code could not be created. Try again, or use the QR code.', true),
  provider_outcome_unknown: entry(
    502,
    'It is not known whether the message was sent. Get the message before you decide to send it again.',
  ),
  provider_error: entry(502, 'The provider could not complete this. See provider for its error.', true),
  service_unavailable: entry(503, 'The service is currently unavailable. Nothing was done. Try again.', true),
} as const satisfies Record<string, CatalogueEntry>;

/** Replaces a sentence that refers to a member which the error does not have. */
const unpointed: Readonly<Partial<Record<string, { member: string; message: string }>>> = {
  capability_error: { member: 'reason', message: 'The channel cannot do this now. Choose another channel.' },
  provider_error: { member: 'provider', message: 'The provider could not complete this.' },
};

/** Returns the catalogue's sentence for an error with these details; it refers only to these. */
export function sentenceOf(code: ErrorCode, details: object): string {
  const other = unpointed[code];
  const isThere = !other || (details as Record<string, unknown>)[other.member] != null;
  return isThere ? catalogue[code].message : other.message;
}

/** A code of the catalogue, as in `error.code`. */
export type ErrorCode = keyof typeof catalogue;

function entry(status: number, message: string, retryable = false): CatalogueEntry {
  return { status, message, retryable };
}
