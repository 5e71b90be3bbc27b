import { isObject } from './answer.rules';

/**
 * What the names of all permissions about business accounts begin with. Which of them a token has depends on how and
 * when it was issued: since June 2026 those of the sign-up have one for events instead of the one for management.
 */
const BUSINESS_SCOPE = 'whatsapp_business_';

/** The accounts that the permissions of a token name, by `granular_scopes` of `debug_token`. */
export function targetsOf(granularScopes: unknown): string[] {
  const scopes = Array.isArray(granularScopes) ? granularScopes.filter(isObject) : [];
  const targets = scopes
    .filter(({ scope }) => typeof scope === 'string' && scope.startsWith(BUSINESS_SCOPE))
    .flatMap(({ target_ids: ids }) => (Array.isArray(ids) ? (ids as unknown[]) : []));
  return [...new Set(targets.map(String))];
}

/**
 * The accounts to read the numbers of: those that the token names, that of the browser first. If it names none, only
 * that of the browser; the token still shows no numbers but those that it grants.
 */
export function accountsToRead(named: readonly string[], hinted: string | null): string[] {
  if (hinted === null) return [...named];
  if (named.length === 0) return [hinted];
  return named.includes(hinted) ? [hinted, ...named.filter((id) => id !== hinted)] : [...named];
}
