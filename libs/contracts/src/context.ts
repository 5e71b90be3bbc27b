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
  /** The key that the client sent, if the operation takes one. */
  idempotencyKey: string | null;
  /** For a bearer, the id is that of the grant, not of one of its short-lived tokens. */
  credential: { type: 'api_key' | 'bearer' | 'system'; id: string; scopes: readonly string[] | null };
}
