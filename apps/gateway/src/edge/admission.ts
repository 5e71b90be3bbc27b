import type { FastifyReply, FastifyRequest } from 'fastify';
import { Inject, Injectable } from '@nestjs/common';
import type { Operation } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { AddressCache } from '../credentials/address-cache';
import { addressText, clientAddress, isAllowed, type Address } from '../credentials/address.rules';
import { Authenticator } from '../credentials/authenticator';
import type { KnownKey } from '../credentials/credentials.repository';
import { hasScope } from '../credentials/scope.rules';
import { RateLimiter } from '../rate-limit/rate-limiter';

/** Decides from the headers alone who may do what. The first check that fails answers. */
@Injectable()
export class Admission {
  private readonly addresses = new AddressCache();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
  ) {}

  /** Credential, address, rate, scope, feature: in this order. */
  async admit(request: FastifyRequest, reply: FastifyReply, operation: Operation): Promise<KnownKey> {
    const key = await this.authenticate(request);
    const address = this.addressOf(request);
    if (!isAllowed(address, key.allowlist))
      throw new AppError('ip_not_whitelisted', { ip: addressText(address) });
    await this.limitRate(key, reply);
    if (!hasScope(key.identity.credential.scopes, operation)) {
      throw new AppError('insufficient_scope', { required_scope: operation.scope });
    }
    if (operation.flag && this.config[operation.flag] === 'off') throw new AppError('feature_disabled');
    return key;
  }

  /** Credential and rate only: for what answers a valid key from any address. */
  async admitFromAnywhere(request: FastifyRequest, reply: FastifyReply): Promise<KnownKey> {
    const key = await this.authenticate(request);
    await this.limitRate(key, reply);
    return key;
  }

  /** The client's address; null when its connection is gone. */
  addressOf({ raw }: FastifyRequest): Address | null {
    const forwarded = raw.headers['x-forwarded-for'];
    return clientAddress(
      raw.socket.remoteAddress ?? '',
      typeof forwarded === 'string' ? forwarded : forwarded?.join(','),
      this.config.TRUSTED_PROXY_HOPS,
      (text) => this.addresses.parse(text),
    );
  }

  private authenticate(request: FastifyRequest): Promise<KnownKey> {
    return this.orUnavailable(this.authenticator.authenticate(request.headers));
  }

  private async limitRate({ identity: { account } }: KnownKey, reply: FastifyReply): Promise<void> {
    const allowance = await this.orUnavailable(this.limiter.take(account.id, account.plan.rate_limit));
    reply
      .header('ratelimit-limit', allowance.limit)
      .header('ratelimit-remaining', allowance.remaining)
      .header('ratelimit-reset', allowance.resetSeconds);
    if (allowance.isGranted) return;
    reply.header('retry-after', allowance.resetSeconds);
    throw new AppError('rate_limit_exceeded', { retry_after: allowance.resetSeconds });
  }

  /** Without the database nobody can be let in, and nothing was done. */
  private async orUnavailable<T>(question: Promise<T>): Promise<T> {
    try {
      return await question;
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('service_unavailable', {}, { cause: error });
    }
  }
}
