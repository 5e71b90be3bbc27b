import type { CallingPerson, RequestContext } from '@chat/contracts';
import type { Resource } from '../resources/resource.rules';
import type { Agent } from '../agents/agent-access.rules';
import type { AddressRange } from './allowlist.rules';

/** The authenticated sender of a request, for all kinds of credentials. */
export interface Principal extends Pick<RequestContext, 'account' | 'credential'> {
  /** The name of the account. */
  readonly accountName: string;
  /** What it may be used for; null: everything that its kind of credential opens. */
  readonly resource: Resource | null;
  /** What an agent with it may do; null unless it is for MCP. */
  readonly agent: Agent | null;
  /** Whether its account lets agents in. */
  readonly takesAgents: boolean;
  /** The addresses that may use it; null: any. */
  readonly allowlist: readonly AddressRange[] | null;
  /** Whether its account is suspended, so that it is refused everything. */
  readonly isSuspended: boolean;
}

/** A person who is signed in. */
export interface PersonPrincipal extends Principal {
  readonly person: CallingPerson;
  /** Whether they are an operator of the installation. */
  readonly isOperator: boolean;
  /** Whether they proved lately who they are. */
  readonly hasSteppedUp: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the credential and the address have been accepted. */
    principal: Principal | null;
  }
}
