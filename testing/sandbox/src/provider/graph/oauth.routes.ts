import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { App } from '../app';
import type { CodesRepository } from '../numbers/codes.repository';
import type { NumbersRepository } from '../numbers/numbers.repository';
import type { Access } from './access';
import { VERSION_PREFIX } from './graph-api';
import { GraphError } from './graph-error';
import { readParams } from './read-params';

/** The scopes of a business token. */
const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];

const exchange = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  grant_type: z.string().optional(),
  redirect_uri: z.string().optional(),
});
const debugged = z.object({ input_token: z.string() });

export interface OAuthParts {
  access: Access;
  app: App;
  codes: CodesRepository;
  numbers: NumbersRepository;
}

/** The exchange of a sign-up code, and the inspection of a token. */
export function oauthRoutes(graph: FastifyInstance, { access, app, codes, numbers }: OAuthParts): void {
  const exchangeCode = async (params: unknown) => {
    const {
      client_id: clientId,
      client_secret: secret,
      code,
      grant_type: grant,
    } = readParams(exchange, params);
    if (clientId !== app.id) throw oauthError(101, 'Error validating application. Invalid application ID.');
    if (secret !== app.secret) throw oauthError(1, 'Error validating client secret.');
    if (grant === 'client_credentials')
      return { access_token: `${app.id}|${app.secret}`, token_type: 'bearer' };
    if (code === undefined) throw oauthError(100, 'Missing authorization code');
    return { access_token: await redeem(codes, code), token_type: 'bearer' };
  };
  graph.get(`${VERSION_PREFIX}/oauth/access_token`, (request) => exchangeCode(request.query));
  graph.post(`${VERSION_PREFIX}/oauth/access_token`, (request) => exchangeCode(request.body));

  graph.get(`${VERSION_PREFIX}/debug_token`, async (request) => {
    await access.caller(request);
    const { input_token: token } = readParams(debugged, request.query);
    return { data: await describeToken(numbers, app, token) };
  });
}

async function redeem(codes: CodesRepository, code: string): Promise<string> {
  const redeemed = await codes.redeem(code);
  switch (redeemed) {
    case 'unknown':
      throw oauthError(100, 'Invalid verification code format.', 36008);
    case 'expired':
      throw oauthError(100, 'This authorization code has expired.', 36007);
    case 'used':
      throw oauthError(100, 'This authorization code has been used.', 36009);
    default:
      return redeemed.token;
  }
}

async function describeToken(numbers: NumbersRepository, app: App, token: string): Promise<object> {
  if (token === `${app.id}|${app.secret}`) {
    return { app_id: app.id, type: 'APP', application: 'Sandbox', is_valid: true, scopes: [] };
  }
  const known = await numbers.findToken(token);
  if (!known) return { error: { code: 190, message: 'Malformed access token' }, is_valid: false, scopes: [] };
  const { account_id: accountId, number_id: numberId, is_valid: isValid } = known;
  return {
    app_id: app.id,
    type: 'SYSTEM_USER',
    application: 'Sandbox',
    data_access_expires_at: 0,
    expires_at: 0,
    is_valid: isValid,
    ...(!isValid && { error: { code: 190, message: 'The session has been invalidated.', subcode: 467 } }),
    scopes: isValid ? SCOPES : [],
    granular_scopes: isValid ? SCOPES.map((scope) => ({ scope, target_ids: [accountId] })) : [],
    user_id: `9${numberId.slice(1)}`,
  };
}

function oauthError(code: number, message: string, subcode?: number): GraphError {
  return new GraphError(code, { status: 400, message, withoutData: true, ...(subcode && { subcode }) });
}
