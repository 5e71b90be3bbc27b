import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '@chat/contracts';
import { AppError } from '@chat/errors';
import type { GatewayConfig } from '../config';
import { headerValues } from '../credentials/header-values';
import type { Principal } from '../credentials/principal';
import type { Allowance } from '../rate-limit/rate-limiter';
import { readIdempotencyKey } from './idempotency-key.rules';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's idempotency key; null if the operation does not use one. */
    idempotencyKey: string | null;
    /** From where the client called. */
    address: string;
  }
}

/** Decides by its headers alone who may use an operation, for the surfaces of one kind of credential. */
export interface Doorkeeper {
  admit(request: FastifyRequest, reply: FastifyReply, operation: Operation): Promise<void>;
  /**
   * Checks again, later, that the credential is valid and may be used from this address, and its account not suspended:
   * uploads and streams may take hours.
   * @returns the caller as it is by now.
   */
  confirm(request: FastifyRequest, reply: FastifyReply): Promise<Principal>;
}

/** What follows the check of the scope, for every kind of credential. */
export function admitTo(operation: Operation, request: FastifyRequest, config: GatewayConfig): void {
  if (operation.flags?.some(({ name }) => config[name] !== 'on')) throw new AppError('feature_disabled');
  request.idempotencyKey = readIdempotencyKey(operation, headerValues(request.raw)('idempotency-key'));
}

/** Every answer states the rate limit, also that to a request beyond the one in flight. */
export function applyAllowance(allowance: Allowance, reply: FastifyReply): void {
  reply
    .header('ratelimit-limit', allowance.limit)
    .header('ratelimit-remaining', allowance.remaining)
    .header('ratelimit-reset', allowance.resetSeconds);
  if (!allowance.isGranted)
    throw new AppError('rate_limit_exceeded', { retry_after: allowance.resetSeconds });
}
