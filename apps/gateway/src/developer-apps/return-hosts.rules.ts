/** The hosts of redirect URIs, without ports, each once and in order. */
export function hostsOf(redirectUris: readonly string[]): string[] {
  return [...new Set(redirectUris.map((uri) => new URL(uri).hostname))].sort();
}
