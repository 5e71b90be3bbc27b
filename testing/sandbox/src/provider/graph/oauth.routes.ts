import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { App } from '../app';
import type { CodesRepository } from '../numbers/codes.repository';
import type { Token, TokensRepository } from '../numbers/tokens.repository';
import type { Access, NodeRoute } from './access';
import { VERSION_PREFIX } from './graph-api';
import { GraphError, unknownObject } from './graph-error';
import { readParams } from './read-params';
import { describeToken, secondsLeft } from './token.mapper';

const exchange = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  grant_type: z.string().optional(),
  redirect_uri: z.string().optional(),
  fb_exchange_token: z.string().optional(),
});
const debugged = z.object({ input_token: z.string() });

export interface OAuthParts {
  access: Access;
  app: App;
  codes: CodesRepository;
  tokens: TokensRepository;
}

/** The exchange of a sign-up code, the renewal and the inspection of a token, and the subscriptions of the app. */
export function oauthRoutes(graph: FastifyInstance, { access, app, codes, tokens }: OAuthParts): void {
  const exchangeCode = async (params: unknown) => {
    const {
      client_id: clientId,
      client_secret: secret,
      code,
      grant_type: grant,
      fb_exchange_token: former = '',
    } = readParams(exchange, params);
    if (clientId !== app.id) throw oauthError(101, 'Error validating application. Invalid application ID.');
    if (secret !== app.secret) throw oauthError(1, 'Error validating client secret.');
    if (grant === 'client_credentials')
      return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' };
    if (grant === 'fb_exchange_token') return toAnswer(await renewed(tokens, former));
    if (code === undefined) throw oauthError(100, 'Missing authorization code');
    return toAnswer(await redeem(codes, code));
  };
  graph.get(`${VERSION_PREFIX}/oauth/access_token`, (request) => exchangeCode(request.query));
  graph.post(`${VERSION_PREFIX}/oauth/access_token`, (request) => exchangeCode(request.body));

  graph.get(`${VERSION_PREFIX}/debug_token`, async (request) => {
    await access.caller(request);
    const { input_token: token } = readParams(debugged, request.query);
    return { data: describeToken(app, token, await tokens.find(token)) };
  });

  graph.get<NodeRoute>(`${VERSION_PREFIX}/:node/subscriptions`, async (request) => {
    const caller = await access.caller(request);
    const { node } = request.params;
    if (node !== app.id) throw unknownObject(request.method, node);
    if (caller.kind !== 'app')
      throw oauthError(15, '(#15) This method must be called with an app access_token.');
    return { data: app.callbackUrl === null ? [] : [subscriptionOf(app, app.callbackUrl)] };
  });
}

/**
 * By the provider's reference "/{app-id}/subscriptions", which has the members; that each field is an object with its name
 * is how public clients read the answer.
 */
function subscriptionOf({ callbackFields }: App, callbackUrl: string): object {
  return {
    object: 'whatsapp_business_account',
    callback_url: callbackUrl,
    active: true,
    fields: callbackFields.map((name) => ({ name, version: 'v23.0' })),
  };
}

/** `expires_in` is there only for a token that expires. */
function toAnswer(token: Token): object {
  const expiresIn = secondsLeft(token);
  return {
    access_token: token.token,
    token_type: 'bearer',
    ...(expiresIn !== null && { expires_in: expiresIn }),
  };
}

/**
 * Tokens of system users are renewed for another 60 days; one of a sign-up is returned as it is. By the provider's page
 * "Install Apps, Generate, Refresh, and Revoke Tokens".
 */
async function renewed(tokens: TokensRepository, given: string): Promise<Token> {
  const token = await tokens.find(given);
  if (!token?.is_valid || token.is_expired) {
    throw new GraphError(190, { withoutData: true, ...(token?.is_expired && { subcode: 463 }) });
  }
  return token.type === 'SYSTEM_USER' && token.expires_at !== null ? tokens.renew(token) : token;
}

async function redeem(codes: CodesRepository, code: string): Promise<Token> {
  const redeemed = await codes.redeem(code);
  switch (redeemed) {
    case 'unknown':
      throw oauthError(100, 'Invalid verification code format.', 36008);
    case 'expired':
      throw oauthError(100, 'This authorization code has expired.', 36007);
    case 'used':
      throw oauthError(100, 'This authorization code has been used.', 36009);
    default:
      return redeemed;
  }
}

function oauthError(code: number, message: string, subcode?: number): GraphError {
  return new GraphError(code, { status: 400, message, withoutData: true, ...(subcode && { subcode }) });
}
