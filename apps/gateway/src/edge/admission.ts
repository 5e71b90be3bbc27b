import type { FastifyReply, FastifyRequest } from 'fastify';
import { Inject, Injectable } from '@nestjs/common';
import { scopesOf, type Operation } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { ClientAddresses, type ClientAddress } from '@chat/http-edge';
import { accountSuspended, CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { isAllowed } from '../credentials/allowlist.rules';
import { AccessTokenAuthenticator } from '../credentials/access-token-authenticator';
import { ApiKeyAuthenticator } from '../credentials/api-key-authenticator';
import { readCredential, type PresentedCredential } from '../credentials/credential-headers.rules';
import { headerValues } from '../credentials/header-values';
import type { Principal } from '../credentials/principal';
import { hasScope } from '../credentials/scope.rules';
import { orUnavailable } from '../questions/questions';
import { publicUrlOf } from '../public-url/public-url';
import { metadataUrlOf, type Resource } from '../resources/resource.rules';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { RequestsInFlight } from '../rate-limit/requests-in-flight';
import { UnauthenticatedLimits } from '../rate-limit/unauthenticated-limits';
import { admitTo, applyAllowance, type Doorkeeper } from './doorkeeper';
import { isOfOtherPage } from './own-page.rules';

const BASIC_OF_OTHER_PAGE =
  'HTTP Basic is not accepted from a page of another site. Call the API from your server, or send the headers ' +
  'client-id and client-secret.';

const FROM_OTHER_PAGE = 'The MCP server takes no requests from pages of other sites. Call it from a program.';
const NO_AGENTS =
  'This account lets no agents in (MCP). An administrator of the account can change that: PATCH /console/api/account {"mcp": true}.';
const FOR_OTHER_RESOURCE =
  'This access token is for another resource. Ask for one with the parameter resource, as OAuth describes it.';

/** Authorizes requests by their headers alone. The first failing check determines the response. */
@Injectable()
export class Admission implements Doorkeeper {
  private readonly origin: string;
  /** Where a client of the MCP server finds out whom to ask for a token. */
  private readonly mcpMetadata: string;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly addresses: ClientAddresses,
    private readonly apiKeys: ApiKeyAuthenticator,
    private readonly accessTokens: AccessTokenAuthenticator,
    private readonly limiter: RateLimiter,
    private readonly unauthenticated: UnauthenticatedLimits,
    private readonly inFlight: RequestsInFlight,
  ) {
    const { base } = publicUrlOf(config);
    this.origin = new URL(base).origin;
    this.mcpMetadata = metadataUrlOf('mcp', base);
  }

  /** Checks credential, address, limits, suspension, scope, feature and Idempotency-Key, in this order. */
  async admit(request: FastifyRequest, reply: FastifyReply, operation: Operation): Promise<void> {
    const client = this.addressOf(request);
    const principal = await this.authenticate(request, reply, client);
    this.requireAllowed(client, principal, reply);
    request.principal = principal;
    request.address = client.text;
    await this.limit(principal, reply);
    if (principal.isSuspended) throw accountSuspended();
    if (!hasScope(principal.credential.scopes, operation)) {
      const scopes = scopesOf(operation.scope);
      // The client may ask the person for a wider scope; each of these is enough.
      if (principal.credential.type === 'bearer')
        challenge(reply, { error: 'insufficient_scope', scope: scopes[0] });
      throw new AppError('insufficient_scope', { required_scope: scopes.join(' or ') });
    }
    admitTo(operation, request, this.config);
  }

  /**
   * Admits any valid credential from any address. Outside its allowlist, the request counts against the address, not
   * the account.
   */
  async admitFromAnywhere(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const client = this.addressOf(request);
    const principal = await this.authenticate(request, reply, client);
    request.principal = principal;
    if (isAllowed(client.address, principal.allowlist)) await this.limit(principal, reply);
    else this.unauthenticated.countPing(client);
    if (principal.isSuspended) throw accountSuspended();
  }

  /**
   * Admits what may use the MCP server, which checks scopes by tool: tokens for it, and API keys.
   * @throws AppError as `admit`; `csrf_failed` for a page of another site, `feature_disabled` if the account lets no agents in.
   */
  async admitAgent(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (isOfOtherPage({ valuesOf: headerValues(request.raw), origin: this.origin })) {
      throw new AppError('csrf_failed', { message: FROM_OTHER_PAGE });
    }
    const client = this.addressOf(request);
    const principal = await this.authenticate(request, reply, client, 'mcp');
    this.requireAllowed(client, principal, reply);
    request.principal = principal;
    request.address = client.text;
    await this.limit(principal, reply);
    if (principal.isSuspended) throw accountSuspended();
    if (!principal.takesAgents) throw new AppError('feature_disabled', { message: NO_AGENTS });
  }

  async confirm(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const client = this.addressOf(request);
    const principal = await this.authenticate(request, reply, client);
    this.requireAllowed(client, principal, reply);
    if (principal.isSuspended) throw accountSuspended();
    return principal;
  }

  addressOf({ raw }: FastifyRequest): ClientAddress {
    return this.addresses.of(raw);
  }

  /**
   * Authenticates the request.
   * @param resource what it wants to use: a token for another one is refused.
   * @throws AppError `unauthenticated`, the same for an absent, unknown, wrong or revoked credential, and for any in HTTP
   * Basic from a page of another site; `bad_request` for two credentials at once; `rate_limit_exceeded` instead of either if the address has sent too many such requests.
   */
  private async authenticate(
    { raw }: FastifyRequest,
    reply: FastifyReply,
    client: ClientAddress,
    resource: Resource = 'api',
  ): Promise<Principal> {
    const metadata = resource === 'mcp' ? this.mcpMetadata : undefined;
    const valuesOf = headerValues(raw);
    const presented = readCredential(valuesOf);
    if (presented.kind === 'conflict') {
      const refusal = this.unauthenticated.refusal(
        client,
        new AppError('bad_request', { message: presented.sentence }),
      );
      if (presented.hasBearer && refusal.status === 400) challenge(reply, { error: 'invalid_request' });
      throw refusal;
    }
    const isForeign =
      presented.kind === 'api_key' && presented.isBasic && isOfOtherPage({ valuesOf, origin: this.origin });
    const principal = isForeign ? null : await orUnavailable(this.principalOf(presented, client));
    const isElsewhere = principal !== null && ![null, resource].includes(principal.resource);
    if (principal && !isElsewhere) return principal;
    const message = isForeign ? BASIC_OF_OTHER_PAGE : isElsewhere ? FOR_OTHER_RESOURCE : null;
    const details = message === null ? {} : { message };
    const refusal = this.unauthenticated.refusal(client, new AppError('unauthenticated', details));
    const error = presented.kind === 'bearer' ? 'invalid_token' : undefined;
    if (refusal.status === 401) challenge(reply, { error, metadata });
    throw refusal;
  }

  private async principalOf(
    presented: Exclude<PresentedCredential, { kind: 'conflict' }>,
    client: ClientAddress,
  ): Promise<Principal | null> {
    switch (presented.kind) {
      case 'api_key':
        return this.apiKeys.authenticate(presented.clientId, presented.clientSecret, client);
      case 'bearer':
        return this.accessTokens.authenticate(presented.token, client);
      case 'none':
        return null;
    }
  }

  private requireAllowed(client: ClientAddress, { allowlist }: Principal, reply: FastifyReply): void {
    if (isAllowed(client.address, allowlist)) return;
    const refusal = this.unauthenticated.refusal(
      client,
      new AppError('ip_not_whitelisted', { ip: client.text }),
    );
    if (refusal.status === 401) challenge(reply);
    throw refusal;
  }

  private async limit({ account }: Principal, reply: FastifyReply): Promise<void> {
    applyAllowance(await orUnavailable(this.limiter.consume(account.id, account.plan.rate_limit)), reply);
    this.inFlight.begin(account.id, reply.raw);
  }
}

interface Challenge {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope' | undefined;
  /** One that would be enough. */
  readonly scope?: string | undefined;
  /** Where the resource says whom to ask for a token (RFC 9728, 5.1). */
  readonly metadata?: string | undefined;
}

/**
 * States what is wrong with the access token (RFC 6750, 3). A request without one only learns how it may authenticate.
 */
function challenge(reply: FastifyReply, { error, scope, metadata }: Challenge = {}): void {
  const given = Object.entries({ error, scope, resource_metadata: metadata });
  const parts = given.flatMap(([name, value]) => (value ? [`${name}="${value}"`] : [])).join(', ');
  reply.header('www-authenticate', parts ? `Bearer ${parts}` : 'Bearer');
}
