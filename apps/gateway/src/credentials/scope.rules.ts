import { scopesOf, type Operation } from '@chat/contracts';

/**
 * Whether a credential's scopes permit an operation. Null stands for every scope that need not be granted explicitly.
 */
export function hasScope(
  granted: readonly string[] | null,
  { scope, explicitScope }: Pick<Operation, 'scope' | 'explicitScope'>,
): boolean {
  if (scope === undefined) return true;
  return granted === null ? !explicitScope : scopesOf(scope).some((one) => granted.includes(one));
}
