/** The error codes of RFC 6749, RFC 7009 and RFC 8707 that are used here. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied';

/** An OAuth error response. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    /** A sentence for developers; it contains nothing from the request. */
    readonly description: string,
  ) {
    super(description);
  }
}
