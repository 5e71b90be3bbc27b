import { scopesOf, type Operation } from '@chat/contracts';

/** Whether a credential's scopes open an operation. Null is every scope but those that must be explicit. */
export function hasScope(
  granted: readonly string[] | null,
  { scope, explicitScope }: Pick<Operation, 'scope' | 'explicitScope'>,
): boolean {
  if (scope === undefined) return true;
  return granted === null ? !explicitScope : scopesOf(scope).some((one) => granted.includes(one));
}
