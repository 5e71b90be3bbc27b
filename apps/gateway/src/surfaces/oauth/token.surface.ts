import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms, formOf, type Surface } from '@chat/http-edge';
import { headerValues } from '../../credentials/header-values';
import type { Admission } from '../../edge/admission';
import { readClientCredentials } from '../../oauth/client-credentials.rules';
import type { ClientAuthenticator } from '../../oauth/client-authenticator';
import { OAuthError } from '../../oauth/oauth-error';
import { Parameters } from '../../oauth/parameters.rules';
import { readResource } from '../../oauth/resource-parameter.rules';
import type { TokenAnswer, TokensService } from '../../oauth/tokens.service';
import type { PublicUrl } from '../../public-url/public-url';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import { answerRefusals, sendJson, formatFailure } from './oauth-answers';

export interface TokenNeeds {
  readonly admission: Admission;
  readonly limits: HostedLimits;
  readonly clients: ClientAuthenticator;
  readonly tokens: TokensService;
}

/** `/oauth/token` and `/oauth/revoke`, which apps call. */
export function tokenSurface(
  { admission, limits, clients, tokens }: TokenNeeds,
  { base }: PublicUrl,
): Surface {
  const authenticate = ({ raw }: FastifyRequest, parameters: Parameters) =>
    clients.authenticate(readClientCredentials(headerValues(raw)('authorization'), parameters));

  const token = async (request: FastifyRequest, reply: FastifyReply) => {
    const parameters = new Parameters(formOf(request));
    const { id } = await authenticate(request, parameters);
    return sendJson(reply, await exchange(tokens, id, parameters, base));
  };
  const revoke = async (request: FastifyRequest, reply: FastifyReply) => {
    const parameters = new Parameters(formOf(request));
    const { id } = await authenticate(request, parameters);
    await tokens.revoke(id, parameters.require('token'));
    return sendJson(reply, {});
  };
  return {
    prefix: '/oauth',
    formatFailure,
    addRoutes: (app) => {
      acceptForms(app);
      app.addHook('onRequest', (request, _, done) => {
        limits.countTokenCall(admission.addressOf(request));
        done();
      });
      app.post('/token', { config: { operation: 'oauth token' } }, answerRefusals(token));
      app.post('/revoke', { config: { operation: 'oauth revoke' } }, answerRefusals(revoke));
    },
  };
}

function exchange(
  tokens: TokensService,
  appId: number,
  parameters: Parameters,
  base: string,
): Promise<TokenAnswer> {
  const resource = readResource(parameters, base);
  switch (parameters.require('grant_type')) {
    case 'authorization_code':
      return tokens.redeem(appId, {
        code: parameters.require('code'),
        redirectUri: parameters.require('redirect_uri'),
        verifier: parameters.require('code_verifier'),
        resource,
      });
    case 'refresh_token':
      return tokens.refresh(appId, {
        refreshToken: parameters.require('refresh_token'),
        scope: parameters.get('scope'),
        resource,
      });
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
  }
}
