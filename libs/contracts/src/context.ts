import type { Role } from './roles';

/** The limits and features of an account. A limit of -1 means unlimited. */
export interface Plan {
  account_limit: number;
  device_channels: boolean;
  cloud_channels: boolean;
  coexistence: boolean;
  /** Requests allowed in any minute, over all credentials of the account. */
  rate_limit: number;
  /** Whether the account may test webhooks and resend deliveries; true if absent. */
  manual_probes?: boolean;
}

/** The caller, the account and the deadline of a request. Travels with every request on the bus. */
export interface RequestContext {
  /** A UUID, the same in every service, log line and answer of one request. */
  requestId: string;
  traceparent: string | null;
  /** Epoch milliseconds after which the caller no longer waits for the reply. */
  deadline: number;
  account: { id: number; plan: Plan };
  /** From where the client called. Absent without a client, and in requests from gateways of an older version. */
  address?: string;
  /** The key that the client sent, if the operation takes one. */
  idempotencyKey: string | null;
  credential: {
    /**
     * A `session` is a person who is signed in. Services ask only whether a credential is a `bearer`: every other kind acts
     * for the account, also one that a later version adds.
     */
    type: 'api_key' | 'bearer' | 'session' | 'system';
    /**
     * For a bearer, `credentialIdOf` its grant: a new token of the grant is the same credential. For a session,
     * `personIdOf` its person, whichever browser they use.
     */
    id: string;
    scopes: readonly string[] | null;
    /** The developer app of a bearer. Absent for others, and in requests from gateways of an older version. */
    app?: CallingApp;
    /** The person of a session. Absent for others. */
    person?: CallingPerson;
    /**
     * The name of whoever uses the admin tool with a NATS user of their own. The receiver sets it from what NATS guarantees,
     * whatever was sent.
     */
    operator?: string;
  };
}

export interface CallingApp {
  /** Its client id. */
  id: string;
  name: string;
}

export interface CallingPerson {
  id: number;
  name: string | null;
  role: Role;
  /** The id of their session. */
  session: number;
}

const GRANT_PREFIX = 'grant:';

/** Returns the id of the credential that all tokens of a grant are. */
export function credentialIdOf(grantId: number): string {
  return GRANT_PREFIX + grantId;
}

/** Returns the grant of a bearer credential's id. */
export function grantIdOf(credentialId: string): number {
  return Number(credentialId.slice(GRANT_PREFIX.length));
}

/** Returns the id of the credential that all sessions of a person are. */
export function personIdOf(userId: number): string {
  return `user:${userId}`;
}
