import type { FastifyReply, FastifyRequest } from 'fastify';
import { Empty, operation, type FeatureFlag } from '@chat/contracts';
import type { GatewayConfig } from '../config';
import { ClientAddresses } from '@chat/http-edge';
import { parseRange } from '../credentials/allowlist.rules';
import type { ApiKeyAuthenticator } from '../credentials/api-key-authenticator';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import type { RequestsInFlight } from '../rate-limit/requests-in-flight';
import { Admission } from './admission';

const flag: FeatureFlag = { name: 'FEATURE_EXPERIMENT_V1', default: 'off', summary: 'An experiment.' };

const experiment = operation({
  http: 'GET /v1/experiment',
  subject: 'rpc.spec.experiment.get',
  effect: 'read',
  scope: 'devices:read',
  flags: [flag],
  output: Empty,
});

describe('the feature flag of an operation', () => {
  const admit = (setting: string, scopes: string[]) => {
    const config = {
      PUBLIC_BASE_URL: 'https://api.example.com',
      TRUSTED_PROXY_HOPS: 0,
      FEATURE_EXPERIMENT_V1: setting,
    } as unknown as GatewayConfig;
    const principal = {
      account: { id: 1, plan: { rate_limit: 1 } },
      credential: { scopes },
      resource: null,
      allowlist: [parseRange('127.0.0.1')],
    };
    const apiKeys = { authenticate: () => Promise.resolve(principal) } as unknown as ApiKeyAuthenticator;
    const limiter = { consume: () => Promise.resolve({ isGranted: true }) } as unknown as RateLimiter;
    const admission = new Admission(
      config,
      new ClientAddresses(0),
      apiKeys,
      {} as never,
      limiter,
      {} as never,
      { begin: () => undefined } as unknown as RequestsInFlight,
    );
    const headers = { 'client-id': 'ck_spec', 'client-secret': 'cs_spec' };
    const request = { raw: { headers, socket: { remoteAddress: '127.0.0.1' } } };
    const reply = { header: () => reply } as unknown as FastifyReply;
    return admission.admit(request as unknown as FastifyRequest, reply, experiment);
  };

  it('opens it when the setting is on', async () => {
    await expect(admit('on', ['devices:read'])).resolves.toBeUndefined();
  });

  it('closes it when the setting is off, to those who had the scope', async () => {
    await expect(admit('off', ['devices:read'])).rejects.toMatchObject({ code: 'feature_disabled' });
    await expect(admit('off', [])).rejects.toMatchObject({ code: 'insufficient_scope' });
  });
});
