/** What tokens are for: the API with its legacy surfaces, or the tools of the MCP server. */
export type Resource = 'api' | 'mcp';

/** Where the metadata of a resource is found (RFC 9728): before the path of its identifier. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The path of the MCP server below the public URL. */
export const MCP_PATH = '/mcp';

/** Returns the identifier of a resource (RFC 8707). @param base the public URL. */
export function identifierOf(resource: Resource, base: string): string {
  return resource === 'mcp' ? base + MCP_PATH : base;
}

/** Returns the URL of the metadata of a resource. @param base the public URL. */
export function metadataUrlOf(resource: Resource, base: string): string {
  const { origin, pathname } = new URL(identifierOf(resource, base));
  return origin + RESOURCE_METADATA + (pathname === '/' ? '' : pathname);
}
