import { scopes } from '@chat/contracts';
import { toolScopes } from '@chat/contracts/mcp';
import { readMethods, type Surface } from '@chat/http-edge';
import type { Admission } from '../../edge/admission';
import { identifierOf, MCP_PATH, RESOURCE_METADATA } from '../../resources/resource.rules';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import type { PublicUrl } from '../../public-url/public-url';
import { StoredDocument } from '../stored-document';
import { formatFailure } from './oauth-answers';

/** The documents by which clients configure themselves, below `/.well-known`. */
export function metadataSurfaces(
  admission: Admission,
  limits: HostedLimits,
  { base, path }: PublicUrl,
): Surface[] {
  const surfaceOf = (prefix: string, documents: Readonly<Record<string, object>>): Surface => ({
    prefix,
    formatFailure,
    addRoutes: (app) => {
      for (const [url, document] of Object.entries(documents)) {
        const stored = new StoredDocument('application/json; charset=utf-8', () => JSON.stringify(document));
        app.route({
          method: readMethods,
          url,
          config: { operation: 'oauth metadata' },
          handler: (request, reply) => {
            limits.countDocument(admission.addressOf(request));
            reply.headers({ 'cache-control': 'public, max-age=300', 'x-request-id': request.id });
            return stored.send(request, reply);
          },
        });
      }
    },
  });
  const server = serverMetadata(base);
  const api = resourceMetadata(base, identifierOf('api', base), scopes);
  const mcp = resourceMetadata(base, identifierOf('mcp', base), toolScopes);
  // For an identifier with a path, the well-known path comes first and the path of the identifier after it.
  return [
    surfaceOf('/.well-known/oauth-authorization-server', { '': server, [path]: server }),
    surfaceOf(RESOURCE_METADATA, { '': api, [path]: api, [`${path}${MCP_PATH}`]: mcp }),
  ];
}

const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'];

/** RFC 8414. */
function serverMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    token_endpoint_auth_methods_supported: clientMethods,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: clientMethods,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** RFC 9728. */
function resourceMetadata(issuer: string, resource: string, scopes_supported: readonly string[]) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported,
    bearer_methods_supported: ['header'],
  };
}
