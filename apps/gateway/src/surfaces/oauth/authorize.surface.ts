import type { FastifyReply, FastifyRequest } from 'fastify';
import { scopesWithin } from '@chat/contracts';
import { formOf, readMethods, type Surface } from '@chat/http-edge';
import { readChoice } from '../../agents/agent-choice.rules';
import { visitorOf } from '../../audit/page-audit';
import type { DeveloperAppEntity } from '../../developer-apps/developer-app.entity';
import { canBeAnyProgram, isRedirectUriOf } from '../../developer-apps/redirect-uri.rules';
import type { AuthorizationsService } from '../../oauth/authorizations.service';
import {
  answerLocation,
  readAuthorizationRequest,
  type AnswerTarget,
  type AuthorizationRequest,
} from '../../oauth/authorization-request.rules';
import type { ClientAuthenticator } from '../../oauth/client-authenticator';
import { OAuthError } from '../../oauth/oauth-error';
import { Parameters } from '../../oauth/parameters.rules';
import { html, type Html } from '../pages/html';
import { sendOn, sendPage } from '../pages/page';
import { pageSurface } from '../pages/page-surface';
import { accountLink, signInLocation, signOutForm, type PageNeeds } from '../pages/sign-in.surface';
import {
  consentPage,
  noAgentsPage,
  nothingToAllowPage,
  wrongAppPage,
  wrongRequestPage,
} from './consent-page';

export interface AuthorizeNeeds extends PageNeeds {
  readonly clients: ClientAuthenticator;
  readonly authorizations: AuthorizationsService;
}

/** The parameters that are carried through the pages. All others are dropped. */
const KEPT = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
];

/** A request of a known app, and the destination of its response. */
interface Asked {
  readonly app: DeveloperAppEntity;
  readonly request: AuthorizationRequest;
  readonly target: AnswerTarget;
  readonly values: URLSearchParams;
}

const OUTDATED = 'This page was open too long, or someone else has signed in since. Decide again.';

/**
 * `/oauth/authorize`: asks a user whether an app may act for their account. Nothing is stored meanwhile: the app's
 * request is carried through the pages, and parsed and validated again at each step.
 */
export function authorizeSurface(needs: AuthorizeNeeds): Surface {
  const { admission, limits } = needs;
  return pageSurface('/oauth/authorize', admission, limits, (app) => {
    const config = { operation: 'oauth authorize' };
    app.route({
      method: readMethods,
      url: '',
      config,
      handler: (request, reply) => {
        const start = request.url.indexOf('?');
        const values = new URLSearchParams(start === -1 ? '' : request.url.slice(start));
        return answer(needs, request, reply, values, (asked) => begin(needs, request, reply, asked));
      },
    });
    app.post('', { config }, (request, reply) => {
      const form = formOf(request);
      return answer(needs, request, reply, form, (asked) => decide(needs, request, reply, asked, form));
    });
  });
}

/**
 * Identifies the app and reports problems with its request. The app learns of them by a redirect, but only of a user who
 * is signed in: whoever has an app can send strangers a link to it, which must not lead them elsewhere unseen
 * (RFC 9700, 4.11.2). Strangers get a page, as everybody does while the app is unknown.
 */
async function answer(
  { clients, publicUrl, sessions, visits }: AuthorizeNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  values: URLSearchParams,
  proceed: (asked: Asked) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const [clientId, ...moreIds] = values.getAll('client_id');
  const [redirectUri, ...moreUris] = values.getAll('redirect_uri');
  const app = clientId && moreIds.length === 0 ? await clients.find(clientId) : null;
  if (!app) return sendPage(reply, 400, wrongAppPage('Unknown app: the client_id is wrong.'));
  if (!redirectUri) return sendPage(reply, 400, wrongAppPage('The request has no redirect_uri.'));
  if (moreUris.length > 0 || !isRedirectUriOf(app, redirectUri)) {
    return sendPage(reply, 400, wrongAppPage('The redirect_uri is not registered for this app.'));
  }
  const target = { redirectUri, state: values.get('state') };
  const asked = readRequest(values, publicUrl.base);
  if (!(asked instanceof OAuthError)) return proceed({ app, request: asked, target, values });
  const location = answerLocation(target, publicUrl.base, asked);
  if (await sessions.find(visits.sessionOf(request))) return sendOn(reply, location);
  return sendPage(reply, 400, wrongRequestPage(app.name, asked.description, location));
}

function readRequest(values: URLSearchParams, base: string): AuthorizationRequest | OAuthError {
  try {
    const parameters = new Parameters(values);
    KEPT.forEach((name) => parameters.get(name));
    return readAuthorizationRequest(parameters, base);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

/** Asks the user to sign in and then to consent, unless they already have: what can be any program asks each time. */
async function begin(
  needs: AuthorizeNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
): Promise<FastifyReply> {
  const { authorizations, visits, publicUrl, admission } = needs;
  const session = visits.sessionOf(request);
  const visitor = visitorOf(admission, request);
  const mayRepeat = !canBeAnyProgram(asked.app, asked.target.redirectUri);
  const code =
    session &&
    mayRepeat &&
    (await authorizations.issueCode({ ...asked, ...asked.target, session, isAllowed: false, visitor }));
  if (!code) return ask(needs, request, reply, asked, 200);
  return sendOn(reply, answerLocation(asked.target, publicUrl.base, { code }));
}

async function decide(
  needs: AuthorizeNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const { authorizations, visits, publicUrl, admission } = needs;
  const decision = form.get('decision');
  // An app may also send its request as a form.
  if (decision === null) return begin(needs, request, reply, asked);
  const session = visits.sessionOf(request);
  if (!session || !visits.isOwnForm(request, form)) return ask(needs, request, reply, asked, 403, OUTDATED);
  if (decision === 'deny') {
    const denied = new OAuthError('access_denied', 'The user denied the request.');
    return sendOn(reply, answerLocation(asked.target, publicUrl.base, denied));
  }
  if (decision !== 'allow') return ask(needs, request, reply, asked, 400, 'Choose Allow or Deny.');
  const choice = asked.request.resource === 'mcp' ? readChoice(form) : undefined;
  if (typeof choice === 'string') return ask(needs, request, reply, asked, 400, choice, form);
  const visitor = visitorOf(admission, request);
  const consent = { ...asked, ...asked.target, session, isAllowed: true, choice, visitor };
  const code = await authorizations.issueCode(consent);
  if (!code) return ask(needs, request, reply, asked, 403, OUTDATED);
  return sendOn(reply, answerLocation(asked.target, publicUrl.base, { code }));
}

/** Shows the consent page to a user who is signed in. */
async function ask(
  { sessions, visits, publicUrl }: AuthorizeNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  { app, request: { scopes, resource }, target, values }: Asked,
  status: number,
  problem?: string,
  chosen = new URLSearchParams(),
): Promise<FastifyReply> {
  const kept = keptOf(values, scopes);
  const action = `${publicUrl.path}/oauth/authorize`;
  const path = `${action}?${kept.toString()}`;
  const person = await sessions.findActive(visits.sessionOf(request));
  if (!person) return sendOn(reply, signInLocation(publicUrl, path));
  if (scopesWithin(person.role, scopes).length === 0) {
    const denied = new OAuthError('access_denied', 'The role of the user includes none of the scopes.');
    const location = answerLocation(target, publicUrl.base, denied);
    const others = accountLink(publicUrl, person, path);
    return sendPage(reply, 403, nothingToAllowPage(app.name, person, location, others));
  }
  if (resource === 'mcp' && !person.takes_agents) {
    const denied = new OAuthError('access_denied', 'The account of the user lets no agents in.');
    const location = answerLocation(target, publicUrl.base, denied);
    return sendPage(reply, 403, noAgentsPage(app.name, person, location));
  }
  const formToken = visits.formToken(request, reply);
  const page = consentPage({
    action,
    appName: app.name,
    scopes,
    resource,
    chosen,
    person,
    redirectUri: target.redirectUri,
    members: html`${formToken}${hiddenMembers(kept)}`,
    signOut: html`${accountLink(publicUrl, person, path)}
    ${signOutForm(publicUrl, formToken, path, 'Use another account')}`,
    problem,
  });
  return sendPage(reply, status, page);
}

function keptOf(values: URLSearchParams, scopes: readonly string[]): URLSearchParams {
  const kept = new URLSearchParams(values);
  for (const name of new Set(values.keys())) if (!KEPT.includes(name)) kept.delete(name);
  // A list may contain any number of duplicates.
  kept.set('scope', scopes.join(' '));
  return kept;
}

function hiddenMembers(values: URLSearchParams): Html[] {
  return [...values].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
