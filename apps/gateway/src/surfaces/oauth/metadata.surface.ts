import { scopes } from '@chat/contracts';
import { readMethods, type Surface } from '@chat/http-edge';
import type { Admission } from '../../edge/admission';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import type { PublicUrl } from '../../public-url/public-url';
import { StoredDocument } from '../stored-document';
import { formatFailure } from './oauth-answers';

/** `GET /.well-known/oauth-authorization-server` (RFC 8414), which clients use to configure themselves. */
export function metadataSurface(
  admission: Admission,
  limits: HostedLimits,
  { base, path }: PublicUrl,
): Surface {
  const metadata = new StoredDocument('application/json; charset=utf-8', () =>
    JSON.stringify(metadataOf(base)),
  );
  return {
    prefix: '/.well-known/oauth-authorization-server',
    formatFailure,
    addRoutes: (app) => {
      // For an issuer with a path, the well-known path comes first and the issuer's path after it.
      for (const url of new Set(['', path])) {
        app.route({
          method: readMethods,
          url,
          config: { operation: 'oauth metadata' },
          handler: (request, reply) => {
            limits.countDocument(admission.addressOf(request));
            reply.headers({ 'cache-control': 'public, max-age=300', 'x-request-id': request.id });
            return metadata.send(request, reply);
          },
        });
      }
    },
  };
}

const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'];

function metadataOf(issuer: string) {
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
