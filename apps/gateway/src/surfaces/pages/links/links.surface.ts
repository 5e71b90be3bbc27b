import type { FastifyReply, FastifyRequest } from 'fastify';
import { visibleName } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { formOf, readMethods, type Surface } from '@chat/http-edge';
import { visitorOf, type PageVisitor } from '../../../audit/page-audit';
import { isRandomSecret } from '../../../credentials/random-secret';
import type { PersonLinksService } from '../../../person-links/person-links.service';
import type { LinkKind, UsableLink } from '../../../person-links/person-links.repository';
import { BROWSER_SECONDS, SESSION_SECONDS } from '../../../sessions/sessions.service';
import type { Person, SignedIn } from '../../../sessions/sessions.repository';
import type { Page } from '../page';
import { sendOn, sendPage } from '../page';
import { pageSurface } from '../page-surface';
import { signInLocation, signOutForm, type PageNeeds } from '../sign-in.surface';
import { html, type Html } from '../html';
import { userAgentOf } from '../visit';
import {
  deadLinkPage,
  invitationPage,
  joinPage,
  proveFirstPage,
  resetPage,
  sharedSignInPage,
  SHORTEST_PASSWORD,
  type LinkForm,
} from './link-pages';

export interface LinkNeeds extends PageNeeds {
  readonly personLinks: PersonLinksService;
}

type LinkRequest = FastifyRequest<{ Params: { secret: string } }>;

/** What somebody submitted, cleaned. */
interface Submitted {
  readonly name: string | null;
  readonly password: string;
}

const OUTDATED = 'This page was open too long, or cookies are turned off. Try again.';
const TAKEN =
  'Somebody signs in here with this address already. If that is you, sign in first; this page then asks whether to join.';
/** The limits of `createUser`, in code points. */
const LONGEST = { name: 100, password: 200 };

/** `/invitation/<secret>` and `/reset/<secret>`: people who come to an account, or back into it. */
export function linkSurfaces(needs: LinkNeeds): Surface[] {
  return (['invitation', 'reset'] as const).map((kind) =>
    pageSurface(`/${kind}`, needs.admission, needs.limits, (app) => {
      const config = { operation: `${kind} page` };
      app.route({
        method: readMethods,
        url: '/:secret',
        config,
        handler: (request, reply) => show(needs, kind, request as LinkRequest, reply),
      });
      app.post('/:secret', { config }, (request, reply) =>
        submit(needs, kind, request as LinkRequest, reply),
      );
    }),
  );
}

async function show(
  needs: LinkNeeds,
  kind: LinkKind,
  request: LinkRequest,
  reply: FastifyReply,
  again: { status?: number; problem?: string } = {},
): Promise<FastifyReply> {
  const { secret } = request.params;
  const link = isRandomSecret(secret) ? await needs.personLinks.find(kind, secret) : null;
  if (!link) return sendPage(reply, 404, deadLinkPage());
  const name =
    formOf(request)
      .get('name')
      ?.slice(0, 2 * LONGEST.name) ?? '';
  const form = {
    action: `${needs.publicUrl.path}/${kind}/${secret}`,
    formToken: needs.visits.formToken(request, reply),
    problem: again.problem,
  };
  if (kind === 'reset' && link.is_shared) return sendPage(reply, 409, sharedSignInPage());
  const person = await needs.sessions.find(needs.visits.sessionOf(request));
  return sendPage(reply, again.status ?? 200, pageOf(needs, link, form, { name, person }));
}

/** What it shows depends on who is signed in, and not on who has the address. */
function pageOf(
  needs: LinkNeeds,
  link: UsableLink,
  form: LinkForm,
  { name, person }: { name: string; person: SignedIn | null },
): Page {
  if (link.user_email !== null) return resetPage({ ...form, email: link.user_email });
  const signIn = signInControl(needs, form, person);
  const invited = {
    ...form,
    accountName: link.account_name,
    email: link.email!,
    role: link.role!,
    signIn,
  };
  if (person?.email !== link.email) return invitationPage({ ...invited, name });
  return person.is_proven ? joinPage(invited) : proveFirstPage(invited);
}

/** Leads to the sign-in and back; whoever is signed in is signed out first. */
function signInControl(
  { publicUrl }: LinkNeeds,
  { action, formToken }: LinkForm,
  person: SignedIn | null,
): Html {
  if (person) return signOutForm(publicUrl, formToken, action, 'Sign in again, or as somebody else');
  return html`<p><a href="${signInLocation(publicUrl, action)}">Sign in</a></p>`;
}

async function submit(
  needs: LinkNeeds,
  kind: LinkKind,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { visits, admission, sessions, publicUrl } = needs;
  const form = formOf(request);
  const again = (status: number, problem: string) => show(needs, kind, request, reply, { status, problem });
  if (!visits.isOwnForm(request, form)) return again(403, OUTDATED);
  if (kind === 'invitation' && form.has('join')) return join(needs, request, reply);
  const given = read(form);
  if ('problem' in given) return again(422, given.problem);
  const visitor = visitorOf(admission, request);
  try {
    // Whoever made the link can open it, too: who has an address is not found out faster than a password.
    const used = await sessions.counted(visitor.client, () =>
      use(needs, kind, request.params.secret, given, visitor),
    );
    if (!used) return await again(409, TAKEN);
    const { person } = used;
    if (!person) return await sendPage(reply, 404, deadLinkPage());
    // The password was not all that they need: they sign in with it.
    if (person.has_second_factor) return sendOn(reply, `${publicUrl.path}/sign-in`);
    const browser = visits.browserOf(request);
    const session = await sessions.begin(person, { browser, userAgent: userAgentOf(request) }, visitor);
    if (session !== null) {
      visits.beginSession(reply, session, SESSION_SECONDS);
      visits.rememberBrowser(reply, browser, BROWSER_SECONDS);
    }
    return sendOn(reply, `${publicUrl.path}/sign-in`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    reply.header('retry-after', error.details.retry_after);
    return again(429, error.message);
  }
}

/** Adds whoever is signed in with the invited address to the account, in which they then act. */
async function join(needs: LinkNeeds, request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { personLinks, visits, admission, publicUrl } = needs;
  const { secret } = request.params;
  const session = visits.sessionOf(request);
  const again = (status: number, problem: string) =>
    show(needs, 'invitation', request, reply, { status, problem });
  if (!session) return again(403, OUTDATED);
  try {
    const next = isRandomSecret(secret)
      ? await personLinks.join(secret, session, visitorOf(admission, request))
      : null;
    if (next === null) return await sendPage(reply, 404, deadLinkPage());
    visits.beginSession(reply, next, SESSION_SECONDS);
    return sendOn(reply, `${publicUrl.path}/sign-in`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unauthenticated') return again(403, OUTDATED);
    if (error.code === 'conflict') return again(409, error.message);
    throw error;
  }
}

/** @returns null if somebody has the address already, or no admin may reset what the person signs in with; no person if the link does not work (any more). */
async function use(
  { personLinks }: LinkNeeds,
  kind: LinkKind,
  secret: string,
  given: Submitted,
  visitor: PageVisitor,
): Promise<{ person: Person | null } | null> {
  if (!isRandomSecret(secret)) return { person: null };
  try {
    if (kind === 'reset') return { person: await personLinks.reset(secret, given.password, visitor) };
    return { person: await personLinks.accept(secret, given, visitor) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return null;
    throw error;
  }
}

function read(form: URLSearchParams): Submitted | { problem: string } {
  const [name, password] = [visibleName(form.get('name') ?? ''), form.get('password') ?? ''];
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD)
    return { problem: `The password needs at least ${SHORTEST_PASSWORD} characters.` };
  if (length > LONGEST.password)
    return { problem: `The password has at most ${LONGEST.password} characters.` };
  if ([...name].length > LONGEST.name) return { problem: `The name has at most ${LONGEST.name} characters.` };
  if (/\0/.test(name)) return { problem: 'The name has a character that cannot be stored.' };
  return { name: name === '' ? null : name, password };
}
