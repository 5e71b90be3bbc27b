import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@chat/errors';
import { formOf, readMethods, type Surface } from '@chat/http-edge';
import { accountSuspended } from '@chat/service-kit';
import type { Admission } from '../../edge/admission';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import {
  BROWSER_SECONDS,
  LONGEST_EMAIL,
  SESSION_SECONDS,
  type SessionsService,
} from '../../sessions/sessions.service';
import { isRandomSecret } from '../../credentials/random-secret';
import type { SignedIn } from '../../sessions/sessions.repository';
import type { PublicUrl } from '../../public-url/public-url';
import { html, type Html } from './html';
import { sendOn, sendPage } from './page';
import { pageSurface } from './page-surface';
import { readReturnPath } from './return-path.rules';
import { accountsPage, codePage, signedInPage, signInPage } from './sign-in-page';
import { visitorOf } from '../../audit/page-audit';
import { userAgentOf, type Visits } from './visit';

export interface PageNeeds {
  readonly admission: Admission;
  readonly limits: HostedLimits;
  readonly sessions: SessionsService;
  readonly visits: Visits;
  readonly publicUrl: PublicUrl;
  readonly hasConsole: boolean;
}

const OUTDATED = 'This page was open too long, or cookies are turned off. Try again.';
const WRONG_CODE = 'The code is incorrect, or was used before. Wait for the next one and try again.';
const WRONG = 'The e-mail address or password is incorrect. Check both and try again.';

/** `/sign-in` and `/sign-out`. */
export function signInSurfaces(needs: PageNeeds): Surface[] {
  const { admission, limits } = needs;
  return [
    pageSurface('/sign-in', admission, limits, (app) => {
      app.route({
        method: readMethods,
        url: '',
        config: { operation: 'sign-in page' },
        handler: (request, reply) => showSignIn(needs, request, reply),
      });
      app.post('', { config: { operation: 'sign-in' } }, (request, reply) => signIn(needs, request, reply));
      app.post('/code', { config: { operation: 'sign-in code' } }, (request, reply) =>
        finishSignIn(needs, request, reply),
      );
      app.route({
        method: readMethods,
        url: '/account',
        config: { operation: 'account page' },
        handler: (request, reply) => showAccounts(needs, request, reply, returnPathOf(request)),
      });
      app.post('/account', { config: { operation: 'account choice' } }, (request, reply) =>
        chooseAccount(needs, request, reply),
      );
    }),
    pageSurface('/sign-out', admission, limits, (app) => {
      app.post('', { config: { operation: 'sign-out' } }, (request, reply) => signOut(needs, request, reply));
    }),
  ];
}

/** The URL of the sign-in page that returns to a path afterwards. */
export function signInLocation({ path }: PublicUrl, returnTo: string): string {
  return `${path}/sign-in?return_to=${encodeURIComponent(returnTo)}`;
}

/** A button that ends the session, so that another user can sign in and return to a path. */
export function signOutForm({ path }: PublicUrl, formToken: Html, returnTo: string, words: string): Html {
  return html`<form method="post" action="${path}/sign-out">
    ${formToken}
    <input type="hidden" name="return_to" value="${returnTo}" />
    <button type="submit" class="link">${words}</button>
  </form>`;
}

/** Where whoever is in several accounts chooses another one, and returns to a path. */
function accountsLocation({ path }: PublicUrl, returnTo: string): string {
  return `${path}/sign-in/account?return_to=${encodeURIComponent(returnTo)}`;
}

/** A link to the choice of an account; null for whoever has no choice. */
export function accountLink(publicUrl: PublicUrl, { accounts }: SignedIn, returnTo: string): Html | null {
  if (accounts < 2) return null;
  return html`<p><a href="${accountsLocation(publicUrl, returnTo)}">Choose another of your accounts</a></p>`;
}

function returnPathOf(request: FastifyRequest): string | null {
  const { return_to: returnTo } = request.query as Record<string, unknown>;
  return readReturnPath(typeof returnTo === 'string' ? returnTo : null);
}

async function showSignIn(
  needs: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sessions, visits, publicUrl, hasConsole } = needs;
  const path = returnPathOf(request);
  const person = await sessions.find(visits.sessionOf(request));
  if (!person) return askAgain(needs, request, reply, 200, path);
  const here = `${publicUrl.path}/sign-in`;
  if (person.is_suspended && person.accounts > 1)
    return sendOn(reply, accountsLocation(publicUrl, path ?? here));
  // Somebody of another account may sign in.
  if (person.is_suspended) {
    const { status, message } = accountSuspended();
    return askAgain(needs, request, reply, status, path, { problem: message });
  }
  if (path !== null) return sendOn(reply, path);
  const form = signOutForm(publicUrl, visits.formToken(request, reply), here, 'Sign out');
  const others = html`${accountLink(publicUrl, person, here)} ${form}`;
  return sendPage(reply, 200, signedInPage(person, others, { path: publicUrl.path, hasConsole }));
}

/** Asks whoever is signed in in which of their accounts to act. */
async function showAccounts(
  { sessions, visits, publicUrl }: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string | null,
  { status = 200, problem }: { status?: number; problem?: string } = {},
): Promise<FastifyReply> {
  const path = returnTo ?? `${publicUrl.path}/sign-in`;
  const person = await sessions.find(visits.sessionOf(request));
  if (!person) return sendOn(reply, signInLocation(publicUrl, path));
  const formToken = visits.formToken(request, reply);
  const page = accountsPage(person, await sessions.accountsOf(person), {
    action: `${publicUrl.path}/sign-in/account`,
    formToken,
    returnTo: path,
    problem,
    signOut: signOutForm(publicUrl, formToken, path, 'Sign in as somebody else'),
  });
  return sendPage(reply, status, page);
}

async function chooseAccount(
  needs: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sessions, visits, admission, publicUrl } = needs;
  const form = formOf(request);
  const returnTo = readReturnPath(form.get('return_to'));
  const secret = visits.sessionOf(request);
  const person = await sessions.find(secret);
  const again = (status: number, problem: string) =>
    showAccounts(needs, request, reply, returnTo, { status, problem });
  if (!secret || !person || !visits.isOwnForm(request, form)) return again(403, OUTDATED);
  const account = Number(form.get('account'));
  if (!Number.isSafeInteger(account) || account < 1) return again(422, 'Choose one of your accounts.');
  if (account !== person.account_id) {
    const session = await sessions.choose(secret, account, visitorOf(admission, request));
    if (session === null) return again(403, 'You cannot act in this account (any more). Choose another one.');
    visits.beginSession(reply, session, SESSION_SECONDS);
  }
  return sendOn(reply, returnTo ?? `${publicUrl.path}/sign-in`);
}

async function signIn(needs: PageNeeds, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { sessions, visits, admission } = needs;
  const form = formOf(request);
  const returnTo = readReturnPath(form.get('return_to'));
  const email = form.get('email') ?? '';
  const again = (status: number, problem: string) =>
    askAgain(needs, request, reply, status, returnTo, { email: email.slice(0, LONGEST_EMAIL), problem });
  if (!visits.isOwnForm(request, form)) return again(403, OUTDATED);
  try {
    const browser = visits.browserOf(request);
    const userAgent = userAgentOf(request);
    const given = { email, password: form.get('password') ?? '', browser, userAgent };
    const step = await sessions.signIn(given, visitorOf(admission, request));
    if (step === null) return await again(401, WRONG);
    if ('pending' in step) return askForCode(needs, request, reply, 200, { pending: step.pending, returnTo });
    return await enter(needs, reply, { session: step.session, browser, returnTo });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    reply.header('retry-after', error.details.retry_after);
    return again(429, error.message);
  }
}

/** The second step, for people who have a second factor. */
async function finishSignIn(
  needs: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sessions, visits, admission } = needs;
  const form = formOf(request);
  const returnTo = readReturnPath(form.get('return_to'));
  const pending = form.get('pending') ?? '';
  if (!visits.isOwnForm(request, form) || !isRandomSecret(pending))
    return askAgain(needs, request, reply, 403, returnTo, { problem: OUTDATED });
  try {
    const browser = visits.browserOf(request);
    const given = { pending, code: form.get('code') ?? '', browser, userAgent: userAgentOf(request) };
    const step = await sessions.finish(given, visitorOf(admission, request));
    if (step === 'over') return askAgain(needs, request, reply, 403, returnTo, { problem: OUTDATED });
    if (step === null || 'pending' in step)
      return askForCode(needs, request, reply, 401, { pending, returnTo, problem: WRONG_CODE });
    return await enter(needs, reply, { session: step.session, browser, returnTo });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    reply.header('retry-after', error.details.retry_after);
    return askForCode(needs, request, reply, 429, { pending, returnTo, problem: error.message });
  }
}

/** Begins the session in the browser, and leads on: whoever is in several accounts chooses one. */
async function enter(
  { sessions, visits, publicUrl }: PageNeeds,
  reply: FastifyReply,
  { session, browser, returnTo }: { session: string; browser: string; returnTo: string | null },
): Promise<FastifyReply> {
  visits.beginSession(reply, session, SESSION_SECONDS);
  visits.rememberBrowser(reply, browser, BROWSER_SECONDS);
  const path = returnTo ?? `${publicUrl.path}/sign-in`;
  const person = await sessions.find(session);
  return sendOn(reply, person && person.accounts > 1 ? accountsLocation(publicUrl, path) : path);
}

function askForCode(
  { visits, publicUrl }: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { pending, returnTo, problem }: { pending: string; returnTo: string | null; problem?: string },
): FastifyReply {
  const page = codePage({
    action: `${publicUrl.path}/sign-in/code`,
    formToken: visits.formToken(request, reply),
    pending,
    returnTo: returnTo ?? '',
    problem,
  });
  return sendPage(reply, status, page);
}

async function signOut(
  needs: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sessions, visits, publicUrl } = needs;
  const form = formOf(request);
  const returnTo = readReturnPath(form.get('return_to')) ?? `${publicUrl.path}/sign-in`;
  const secret = visits.sessionOf(request);
  if (secret && visits.isOwnForm(request, form)) {
    await sessions.signOut(secret);
    visits.endSession(reply);
  }
  return sendOn(reply, signInLocation(publicUrl, returnTo));
}

/** Shows the form again, with the input and a message about it. */
function askAgain(
  { visits, publicUrl }: PageNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  returnTo: string | null,
  typed: { email?: string; problem?: string } = {},
): FastifyReply {
  const page = signInPage({
    action: `${publicUrl.path}/sign-in`,
    formToken: visits.formToken(request, reply),
    returnTo: returnTo ?? '',
    ...typed,
  });
  return sendPage(reply, status, page);
}
