import type { RequestContext } from '@chat/contracts';
import type { AddressRange } from './allowlist.rules';

/** Who sends a request, whatever the kind of credential. */
export interface Principal extends Pick<RequestContext, 'account' | 'credential'> {
  /** The addresses that it may come from; null: any. */
  readonly allowlist: readonly AddressRange[] | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the credential and the address passed. */
    principal: Principal | null;
  }
}
