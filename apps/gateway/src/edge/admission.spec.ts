import type { FastifyReply, FastifyRequest } from 'fastify';
import { Empty, operation } from '@chat/contracts';
import type { GatewayConfig } from '../config';
import { parseRange } from '../credentials/address.rules';
import type { Authenticator } from '../credentials/authenticator';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import { Admission } from './admission';

const experiment = operation({
  http: 'GET /v1/experiment',
  subject: 'rpc.spec.experiment.get',
  effect: 'read',
  scope: 'devices:read',
  flag: 'FEATURE_EXPERIMENT_V1',
  output: Empty,
});

describe('the feature flag of an operation', () => {
  const admit = (setting: string, scopes: string[]) => {
    const config = { TRUSTED_PROXY_HOPS: 0, FEATURE_EXPERIMENT_V1: setting } as unknown as GatewayConfig;
    const identity = { account: { id: 1, plan: { rate_limit: 1 } }, credential: { scopes } };
    const key = { identity, allowlist: [parseRange('127.0.0.1')] };
    const authenticator = { authenticate: () => Promise.resolve(key) } as unknown as Authenticator;
    const limiter = { take: () => Promise.resolve({ isGranted: true }) } as unknown as RateLimiter;
    const admission = new Admission(config, authenticator, limiter);
    const request = { raw: { headers: {}, socket: { remoteAddress: '127.0.0.1' } } };
    const reply = { header: () => reply } as unknown as FastifyReply;
    return admission.admit(request as unknown as FastifyRequest, reply, experiment);
  };

  it('opens it when the setting is on', async () => {
    await expect(admit('on', ['devices:read'])).resolves.toBeDefined();
  });

  it('closes it when the setting is off, to those who had the scope', async () => {
    await expect(admit('off', ['devices:read'])).rejects.toMatchObject({ code: 'feature_disabled' });
    await expect(admit('off', [])).rejects.toMatchObject({ code: 'insufficient_scope' });
  });
});
