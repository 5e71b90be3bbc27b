/** What an account may do. Limits of -1 mean unlimited. */
export interface Plan {
  account_limit: number;
  device_channels: boolean;
  cloud_channels: boolean;
  coexistence: boolean;
  /** Requests in any minute, over all credentials of the account. */
  rate_limit: number;
  /** Whether the account may have webhooks tested and resent; true if absent. */
  manual_probes?: boolean;
}

/** Who asks, on whose behalf and until when. Travels with every request on the bus. */
export interface RequestContext {
  /** UUID, the same in every service, log line and answer of one request. */
  requestId: string;
  traceparent: string | null;
  /** Epoch milliseconds after which nobody waits for the reply. */
  deadline: number;
  account: { id: number; plan: Plan };
  /** The client's, where the operation takes one. */
  idempotencyKey: string | null;
  /** The id of a bearer is that of the grant, which its tokens come and go with. */
  credential: { type: 'api_key' | 'bearer' | 'system'; id: string; scopes: readonly string[] | null };
}
