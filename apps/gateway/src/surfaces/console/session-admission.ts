import type { FastifyReply, FastifyRequest } from 'fastify';
import { Inject, Injectable } from '@nestjs/common';
import { includesRole, scopesOf, type Operation } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { ClientAddresses } from '@chat/http-edge';
import { accountSuspended, CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../../config';
import { headerValues } from '../../credentials/header-values';
import type { PersonPrincipal } from '../../credentials/principal';
import { hasScope } from '../../credentials/scope.rules';
import { SessionAuthenticator } from '../../credentials/session-authenticator';
import { orUnavailable } from '../../questions/questions';
import { RateLimiter } from '../../rate-limit/rate-limiter';
import { RequestsInFlight } from '../../rate-limit/requests-in-flight';
import { UnauthenticatedLimits } from '../../rate-limit/unauthenticated-limits';
import { windowOfPeople, windowOfPerson } from '../../rate-limit/windows.rules';
import { publicUrlOf, type PublicUrl } from '../../public-url/public-url';
import { Visits } from '../pages/visit';
import { admitTo, applyAllowance, type Doorkeeper } from '../../edge/doorkeeper';
import { isOfOwnPage } from '../../edge/own-page.rules';

/** Requests per minute. They do not count among those of the account, which are for its programs. */
const OF_A_PERSON = 600;
const OF_ALL_PEOPLE = 3_000;

/** By which a page says what account it shows. */
const SHOWN_ACCOUNT = 'x-console-account';

/** Authorizes the requests of people who are signed in, by the cookie of their session. */
@Injectable()
export class SessionAdmission implements Doorkeeper {
  private readonly visits: Visits;
  private readonly publicUrl: PublicUrl;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly addresses: ClientAddresses,
    private readonly sessions: SessionAuthenticator,
    private readonly limiter: RateLimiter,
    private readonly unauthenticated: UnauthenticatedLimits,
    private readonly inFlight: RequestsInFlight,
  ) {
    this.publicUrl = publicUrlOf(config);
    this.visits = new Visits(this.publicUrl);
  }

  /**
   * Checks where it comes from, the session, limits, suspension, role, scope, proof, feature and
   * Idempotency-Key, in this order.
   */
  async admit(request: FastifyRequest, reply: FastifyReply, operation: Operation): Promise<void> {
    this.requireOwnPage(request);
    const principal = await this.authenticate(request);
    requireAccount(principal, headerValues(request.raw)(SHOWN_ACCOUNT));
    request.principal = principal;
    request.address = this.addresses.of(request.raw).text;
    await this.limit(principal, reply);
    if (principal.isSuspended) throw accountSuspended();
    requireRole(principal, operation);
    if (!hasScope(principal.credential.scopes, operation)) {
      throw new AppError('insufficient_scope', { required_scope: scopesOf(operation.scope).join(' or ') });
    }
    if (operation.stepUp) await this.requireStepUp(principal, request);
    admitTo(operation, request, this.config);
  }

  async confirm(request: FastifyRequest): Promise<PersonPrincipal> {
    const principal = await this.authenticate(request);
    if (principal.isSuspended) throw accountSuspended();
    return principal;
  }

  private async requireStepUp({ hasSteppedUp }: PersonPrincipal, request: FastifyRequest): Promise<void> {
    if (hasSteppedUp) return;
    // Perhaps they have since this was cached.
    const secret = this.visits.sessionOf(request)!;
    const anew = await orUnavailable(this.sessions.authenticateAnew(secret));
    if (!anew?.hasSteppedUp) throw new AppError('step_up_required');
  }

  private requireOwnPage({ raw, method }: FastifyRequest): void {
    const { origin } = new URL(this.publicUrl.base);
    if (isOfOwnPage({ method, valuesOf: headerValues(raw), origin })) return;
    throw this.unauthenticated.refusal(this.addresses.of(raw), new AppError('csrf_failed'));
  }

  private async authenticate(request: FastifyRequest): Promise<PersonPrincipal> {
    const client = this.addresses.of(request.raw);
    const secret = this.visits.sessionOf(request);
    const principal = await orUnavailable(this.sessions.authenticate(secret, client));
    if (principal) return principal;
    const message = 'Nobody is signed in, or the session has ended. Sign in, then try again.';
    throw this.unauthenticated.refusal(client, new AppError('unauthenticated', { message }));
  }

  private async limit({ account, person }: PersonPrincipal, reply: FastifyReply): Promise<void> {
    applyAllowance(await orUnavailable(this.limiter.consume(windowOfPerson(person.id), OF_A_PERSON)), reply);
    const ofAll = await orUnavailable(this.limiter.consume(windowOfPeople(account.id), OF_ALL_PEOPLE));
    if (!ofAll.isGranted) applyAllowance(ofAll, reply);
    this.inFlight.begin(account.id, reply.raw);
  }
}

/** Whoever chooses another account in one tab must not act in it by a page of another tab, which shows the first. */
function requireAccount({ account }: PersonPrincipal, shown: readonly string[]): void {
  if (shown.every((id) => id === String(account.id))) return;
  const message = 'You have chosen another account in this browser. Load the page again.';
  throw new AppError('account_mismatch', { message });
}

function requireRole({ person, isOperator }: PersonPrincipal, operation: Operation): void {
  const { role = person.role, operator } = operation;
  if (!includesRole(person.role, role)) {
    const message = `Your role is ${person.role}, and this needs ${role}. Ask an administrator of the account.`;
    throw new AppError('insufficient_scope', { message });
  }
  if (!operator || isOperator) return;
  const message = 'This is for operators of the installation.';
  throw new AppError('insufficient_scope', { message });
}
