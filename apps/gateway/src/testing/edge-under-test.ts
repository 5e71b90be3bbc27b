import type { AddressInfo } from 'node:net';
import { AddressGate, ClientAddresses, HttpEdge, type Surface } from '@chat/http-edge';
import { createLogger } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import type { ApiKeyAuthenticator } from '../credentials/api-key-authenticator';
import { Admission } from '../edge/admission';
import type { ApiServices } from '../edge/api-services';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import { RequestsInFlight } from '../rate-limit/requests-in-flight';
import { v1Surface } from '../surfaces/v1/v1.surface';

/** The services behind the surfaces, faked as far as a spec needs them. */
type Played = Omit<ApiServices, 'admission' | 'uploads' | 'downloads' | 'live' | 'streams'> &
  Partial<Pick<ApiServices, 'uploads' | 'downloads'>>;

/** Starts a server with these surfaces that admits every caller as account 1. @param scopesOf the caller's scopes. */
export async function startEdge(
  played: Played,
  surfacesOf: (services: ApiServices) => Surface[],
  scopesOf: () => string[] | null = () => null,
): Promise<{ url: string; drain: () => Promise<void> }> {
  const authenticate = () =>
    Promise.resolve({
      account: { id: 1, plan: { rate_limit: 1 } },
      credential: { scopes: scopesOf() },
      resource: null,
      agent: null,
      takesAgents: false,
      allowlist: null,
    });
  const apiKeys = { authenticate } as unknown as ApiKeyAuthenticator;
  const limiter = { consume: () => Promise.resolve({ isGranted: true }) } as unknown as RateLimiter;
  const addresses = new ClientAddresses(0);
  const config = {
    PUBLIC_BASE_URL: 'https://api.example.com',
    MAX_REQUESTS_PER_ACCOUNT: 100,
  } as GatewayConfig;
  const inFlight = new RequestsInFlight(config);
  const admission = new Admission(config, addresses, apiKeys, {} as never, limiter, {} as never, inFlight);
  const never = {} as never;
  const services = { admission, uploads: never, downloads: never, live: never, streams: never, ...played };
  const edge = new HttpEdge({
    service: 'gateway',
    // Some surface must own the paths that no other one has.
    surfaces: [...surfacesOf(services), { ...v1Surface(services, []), prefix: '' }],
    limits: {
      requestTimeoutMs: 5_000,
      answerTimeoutMs: 5_000,
      keepAliveMs: 72_000,
      maxBodyBytes: 64 * 1024 * 1024,
    },
    gate: new AddressGate({ total: 100, perAddress: 100 }, addresses),
    logger: createLogger('spec', 'silent'),
    callerOf: () => null,
  });
  const server = await edge.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drain: () => edge.drain(),
  };
}
