/**
 * Returns a pattern for Postgres that matches the ids of keys that name a person. Networks write a number or an id of a
 * user in them without the part after @, next to other parts.
 */
export function keysNaming(names: readonly string[]): string {
  const users = [...new Set(names.map((name) => name.split('@')[0]!))].filter((user) => user !== '');
  const pattern = users.map((user) => user.replaceAll(/[^\w]/g, '\\$&')).join('|');
  // Without a name, nothing matches.
  return users.length === 0 ? '$.' : `(^|[^0-9A-Za-z])(${pattern})([^0-9A-Za-z]|$)`;
}
