import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  failOnboarding,
  finishOnboarding,
  giveOnboardingPin,
  viewOnboarding,
  type OnboardingView,
} from '@chat/contracts/channels';
import { AppError } from '@chat/errors';
import { formOf, readMethods, type Surface } from '@chat/http-edge';
import { systemContext } from '@chat/service-kit';
import type { SignedIn } from '../../../sessions/sessions.repository';
import { html, type Html } from '../html';
import { sendOn, sendPage } from '../page';
import { pageSurface } from '../page-surface';
import { accountLink, signInLocation, signOutForm, type PageNeeds } from '../sign-in.surface';
import { connectingPage, otherAccountPage, pinPage, signUpPage } from './onboarding-pages';
import { signUpHeaders } from './sign-up-policy';

export interface OnboardingNeeds extends PageNeeds {
  readonly bus: BusClient;
}

type SessionRequest = FastifyRequest<{ Params: { id: string } }>;

/** The onboarding session and the user who visits it. */
interface Visit {
  readonly needs: OnboardingNeeds;
  readonly request: SessionRequest;
  readonly reply: FastifyReply;
  readonly path: string;
  readonly person: SignedIn;
  readonly context: RequestContext;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OUTDATED = 'This page was open too long, or someone else has signed in since. Try again.';
const REFRESH_SECONDS = '1';
/** Longer than any code of the provider. */
const LONGEST_CODE = 2_000;

/**
 * `/onboarding/<session>`: a user of the account connects a number with the provider. The channels service owns the
 * session; this surface shows it and forwards what the browser submits.
 */
export function onboardingSurface(needs: OnboardingNeeds): Surface {
  const { admission, limits } = needs;
  return pageSurface('/onboarding', admission, limits, (app) => {
    const config = { operation: 'onboarding page' };
    app.route({
      method: readMethods,
      url: '/:id',
      config,
      handler: (request, reply) => visit(needs, request as SessionRequest, reply, show),
    });
    app.post('/:id', { config }, (request, reply) => visit(needs, request as SessionRequest, reply, finish));
    app.post('/:id/pin', { config }, (request, reply) =>
      visit(needs, request as SessionRequest, reply, givePin),
    );
  });
}

/** Identifies the user, and redirects to the sign-in page first if necessary. */
async function visit(
  needs: OnboardingNeeds,
  request: SessionRequest,
  reply: FastifyReply,
  proceed: (visit: Visit) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { sessions, visits, publicUrl } = needs;
  const { id } = request.params;
  if (!UUID.test(id)) throw new AppError('not_found');
  const path = `${publicUrl.path}/onboarding/${id}`;
  const person = await sessions.findActive(visits.sessionOf(request));
  if (!person) return sendOn(reply, signInLocation(publicUrl, path));
  const context = { ...systemContext(person.account_id), requestId: request.id };
  const visit: Visit = { needs, request, reply, path, person, context };
  try {
    return await proceed(visit);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'account_mismatch') throw error;
    const formToken = visits.formToken(request, reply);
    return sendPage(reply, error.status, otherAccountPage(person, signOutOf(visit, formToken)));
  }
}

async function show(visit: Visit): Promise<FastifyReply> {
  return showView(visit, await viewOf(visit), 200);
}

/** Called when the provider's sign-up has ended. The provider is asked later which numbers were granted. */
async function finish(visit: Visit): Promise<FastifyReply> {
  const { needs, request, reply, path, context } = visit;
  const form = formOf(request);
  const session_id = request.params.id;
  if (!needs.visits.isOwnForm(request, form)) return showView(visit, await viewOf(visit), 403, OUTDATED);
  const code = (form.get('code') ?? '').trim();
  if (form.get('outcome') === 'failed') {
    await needs.bus.request(failOnboarding, context, { body: { session_id } });
  } else if (code !== '' && code.length <= LONGEST_CODE) {
    const hints = { waba_id: idOf(form, 'waba_id'), phone_number_id: idOf(form, 'phone_number_id') };
    await needs.bus.request(finishOnboarding, context, { body: { session_id, code, ...hints } });
  }
  return sendOn(reply, path);
}

async function givePin(visit: Visit): Promise<FastifyReply> {
  const { needs, request, reply, path, context } = visit;
  const form = formOf(request);
  if (!needs.visits.isOwnForm(request, form)) return showView(visit, await viewOf(visit), 403, OUTDATED);
  const pin = (form.get('pin') ?? '').trim();
  if (!/^\d{6}$/.test(pin)) {
    return showView(visit, await viewOf(visit), 422, 'A PIN has six digits. Check it and try again.');
  }
  await needs.bus.request(giveOnboardingPin, context, { body: { session_id: request.params.id, pin } });
  return sendOn(reply, path);
}

function viewOf({ needs, request, context }: Visit): Promise<OnboardingView> {
  return needs.bus.request(viewOnboarding, context, { body: { session_id: request.params.id } });
}

function showView(visit: Visit, view: OnboardingView, status: number, problem?: string): FastifyReply {
  const { needs, request, reply, path, person } = visit;
  if (view.step === 'ended' && view.location !== null) return sendOn(reply, view.location);
  if (view.step === 'connecting') {
    return sendPage(reply, status, connectingPage({ view, person }), { refresh: REFRESH_SECONDS });
  }
  const formToken = needs.visits.formToken(request, reply);
  const signOut = signOutOf(visit, formToken);
  const frame = { view, person, action: path, formToken, signOut, problem };
  if (view.step === 'pin' || view.sign_up === null) return sendPage(reply, status, pinPage(frame));
  return sendPage(reply, status, signUpPage(frame, view.sign_up), signUpHeaders(view.sign_up));
}

function signOutOf({ needs: { publicUrl }, path, person }: Visit, formToken: Html): Html {
  return html`${accountLink(publicUrl, person, path)}
  ${signOutForm(publicUrl, formToken, path, 'Use another account')}`;
}

/** Reads an id of the provider from the form; undefined if it is not one. */
function idOf(form: URLSearchParams, name: string): string | undefined {
  const text = form.get(name) ?? '';
  return /^\d{1,32}$/.test(text) ? text : undefined;
}
