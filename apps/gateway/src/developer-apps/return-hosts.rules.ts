/** Returns the hosts of redirect URIs, without ports, sorted and without duplicates. */
export function hostsOf(redirectUris: readonly string[]): string[] {
  return [...new Set(redirectUris.map((uri) => new URL(uri).hostname))].sort();
}
