import { scopes as knownScopes, type Scope } from '@chat/contracts';
import { OAuthError } from './oauth-error';

/** The parameters of one request. Each may occur once; an empty one counts as absent (RFC 6749, 3.1). */
export class Parameters {
  constructor(private readonly values: URLSearchParams) {}

  /** @throws OAuthError `invalid_request` if it occurs more than once. */
  get(name: string): string | null {
    const values = this.values.getAll(name);
    if (values.length > 1) throw new OAuthError('invalid_request', `${name} was sent more than once.`);
    return values[0] || null;
  }

  /** @throws OAuthError `invalid_request` if it is absent or occurs more than once. */
  require(name: string): string {
    const value = this.get(name);
    if (value === null) throw new OAuthError('invalid_request', `${name} is missing.`);
    return value;
  }
}

/**
 * Parses scopes: names separated by single spaces. Duplicates are removed and the order is normalized.
 * @throws OAuthError `invalid_scope` for an empty list or an unknown scope.
 */
export function readScopes(text: string | null): Scope[] {
  const names = new Set((text ?? '').split(' ').filter(Boolean));
  if (names.size === 0) {
    throw new OAuthError(
      'invalid_scope',
      `scope is missing. Name what is needed of: ${knownScopes.join(' ')}.`,
    );
  }
  const known = knownScopes.filter((scope) => names.has(scope));
  if (known.length < names.size) {
    throw new OAuthError('invalid_scope', `Unknown scope. Available scopes: ${knownScopes.join(' ')}.`);
  }
  return known.sort();
}
