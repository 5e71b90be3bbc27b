import { OAuthError } from './oauth-error';
import type { Parameters } from './parameters.rules';

/** The credentials that an app presents. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | null;
}

/**
 * Reads the client credentials from the header (`client_secret_basic`) or the body (`client_secret_post`, and `none`
 * for public apps).
 * @param authorizations every Authorization header.
 * @throws OAuthError `invalid_request` if there are both or several headers, `invalid_client` if there is neither or the
 * header is invalid.
 */
export function readClientCredentials(
  [authorization, ...more]: readonly string[],
  parameters: Parameters,
): ClientCredentials {
  const clientId = parameters.get('client_id');
  const secret = parameters.get('client_secret');
  if (authorization === undefined) {
    if (clientId === null) throw new OAuthError('invalid_client', 'client_id is missing.');
    return { clientId, secret };
  }
  if (secret !== null || more.length > 0) {
    throw new OAuthError('invalid_request', 'The client authenticated twice. Use one method, once.');
  }
  const basic = readBasic(authorization);
  if (clientId !== null && clientId !== basic.clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from that in the header.');
  }
  return basic;
}

/** Both halves are form-urlencoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(authorization: string): ClientCredentials {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (!id || secret === undefined) {
    throw new OAuthError(
      'invalid_client',
      'The Authorization header must be Basic with client id and secret.',
    );
  }
  return { clientId: formDecoded(id), secret: formDecoded(secret) || null };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OAuthError(
      'invalid_client',
      'The client id and secret in the Authorization header must be form-urlencoded.',
    );
  }
}
