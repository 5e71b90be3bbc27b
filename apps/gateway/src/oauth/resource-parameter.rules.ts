import { identifierOf, type Resource } from '../resources/resource.rules';
import { OAuthError } from './oauth-error';
import type { Parameters } from './parameters.rules';

/**
 * Reads what a request wants tokens for (RFC 8707); null if it does not say.
 * @param base the public URL, below which the resources lie.
 * @throws OAuthError `invalid_target` if it is no resource of this installation.
 */
export function readResource(parameters: Parameters, base: string): Resource | null {
  const named = parameters.get('resource');
  if (named === null) return null;
  if (named === identifierOf('mcp', base)) return 'mcp';
  // The normal form of a URL without a path ends with a slash.
  if (named === identifierOf('api', base) || named === `${identifierOf('api', base)}/`) return 'api';
  throw new OAuthError(
    'invalid_target',
    `resource must be ${identifierOf('api', base)} for the API or ${identifierOf('mcp', base)} for MCP.`,
  );
}
