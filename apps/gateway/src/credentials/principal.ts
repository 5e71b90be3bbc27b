import type { RequestContext } from '@chat/contracts';
import type { AddressRange } from './allowlist.rules';

/** The authenticated sender of a request, for all kinds of credentials. */
export interface Principal extends Pick<RequestContext, 'account' | 'credential'> {
  /** The addresses that may use it; null: any. */
  readonly allowlist: readonly AddressRange[] | null;
}

const GRANT_PREFIX = 'grant:';

/** A bearer credential is identified by its grant, not its token: a new token is the same client. */
export function credentialIdOf(grantId: number): string {
  return GRANT_PREFIX + grantId;
}

/** The grant of a bearer credential's id. */
export function grantIdOf(credentialId: string): number {
  return Number(credentialId.slice(GRANT_PREFIX.length));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the credential and the address have been accepted. */
    principal: Principal | null;
  }
}
