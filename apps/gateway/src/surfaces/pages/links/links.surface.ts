import type { FastifyReply, FastifyRequest } from 'fastify';
import { visibleName } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { formOf, readMethods, type Surface } from '@chat/http-edge';
import { visitorOf, type PageVisitor } from '../../../audit/page-audit';
import { isRandomSecret } from '../../../credentials/random-secret';
import type { PersonLinksService } from '../../../person-links/person-links.service';
import type { LinkKind, UsableLink } from '../../../person-links/person-links.repository';
import { BROWSER_SECONDS, SESSION_SECONDS } from '../../../sessions/sessions.service';
import type { Person } from '../../../sessions/sessions.repository';
import type { Page } from '../page';
import { sendOn, sendPage } from '../page';
import { pageSurface } from '../page-surface';
import type { PageNeeds } from '../sign-in.surface';
import { userAgentOf } from '../visit';
import { deadLinkPage, invitationPage, resetPage, SHORTEST_PASSWORD, type LinkForm } from './link-pages';

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
const TAKEN = 'This address cannot be used for another account. Ask for an invitation to another address.';
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
  return sendPage(reply, again.status ?? 200, pageOf(link, form, name));
}

function pageOf(link: UsableLink, form: LinkForm, name: string): Page {
  if (link.user_email !== null) return resetPage({ ...form, email: link.user_email });
  return invitationPage({
    ...form,
    accountName: link.account_name,
    email: link.email!,
    role: link.role!,
    name,
  });
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

/** @returns null if somebody has the address already; no person if the link does not work (any more). */
async function use(
  { personLinks }: LinkNeeds,
  kind: LinkKind,
  secret: string,
  given: Submitted,
  visitor: PageVisitor,
): Promise<{ person: Person | null } | null> {
  if (!isRandomSecret(secret)) return { person: null };
  if (kind === 'reset') return { person: await personLinks.reset(secret, given.password, visitor) };
  try {
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
