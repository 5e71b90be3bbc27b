import type { Scope } from '@chat/contracts';
import type { Resource } from '../resources/resource.rules';
import { OAuthError } from './oauth-error';
import { Parameters, readScopes } from './parameters.rules';
import { readResource } from './resource-parameter.rules';

/** SHA-256 in base64url (RFC 7636). */
const CHALLENGE = /^[\w-]{43}$/;
/** A state passes through the pages inside URLs, encoded twice, and the edge accepts 16 KiB of URL and headers. */
const MAX_STATE_BYTES = 2_048;

/** An app's authorization request. */
export interface AuthorizationRequest {
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  /** What the tokens will be for. */
  readonly resource: Resource;
}

/** The destination of the authorization response. */
export interface AnswerTarget {
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * Parses an app's authorization request, once its redirect URI is known to belong to the app.
 * @param base the public URL, below which the resources lie.
 * @throws OAuthError to be reported to the app.
 */
export function readAuthorizationRequest(parameters: Parameters, base: string): AuthorizationRequest {
  if (parameters.require('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  if (parameters.get('response_mode') !== null && parameters.get('response_mode') !== 'query') {
    throw new OAuthError('invalid_request', 'response_mode must be query.');
  }
  if (Buffer.byteLength(parameters.get('state') ?? '') > MAX_STATE_BYTES) {
    throw new OAuthError('invalid_request', `state must have at most ${MAX_STATE_BYTES} bytes.`);
  }
  const codeChallenge = parameters.require('code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!CHALLENGE.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be the base64url SHA-256 of the verifier.');
  }
  const resource = readResource(parameters, base) ?? 'api';
  return { scopes: readScopes(parameters.get('scope')), codeChallenge, resource };
}

/** The redirect URI with the authorization response, which includes the issuer (RFC 9207). */
export function answerLocation(
  { redirectUri, state }: AnswerTarget,
  issuer: string,
  answer: { code: string } | OAuthError,
): string {
  const members = {
    ...(answer instanceof OAuthError
      ? { error: answer.code, error_description: answer.description }
      : { code: answer.code }),
    ...(state !== null && { state }),
    iss: issuer,
  };
  const separator = redirectUri.includes('?') ? '&' : '?';
  return `${redirectUri}${separator}${new URLSearchParams(members).toString()}`;
}
