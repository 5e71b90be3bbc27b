/** The codes of RFC 6749 and RFC 7009 that are answered here. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied';

/** A refusal in the words of OAuth. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    /** A sentence for developers; it quotes nothing that was sent. */
    readonly description: string,
  ) {
    super(description);
  }
}
