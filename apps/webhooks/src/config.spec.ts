import { loadWebhooksConfig } from './config';

const environment = {
  DATABASE_URL: 'postgres://localhost/chat',
  NATS_URL: 'nats://localhost',
  SECRET_KEY: Buffer.alloc(32).toString('base64'),
};

describe('the webhooks configuration', () => {
  it('defaults to a receiver timeout of 15 s and no private addresses', () =>
    expect(loadWebhooksConfig(environment)).toMatchObject({
      WEBHOOK_TIMEOUT_MS: 15_000,
      OUTBOUND_ALLOW_CIDRS: [],
      OUTBOUND_PRIVATE_CIDRS: [],
      OUTBOUND_DENY_PORTS: [],
      OUTBOUND_PROXY_URL: '',
    }));

  it('accepts allowed ranges and denied ports outside production', () =>
    expect(
      loadWebhooksConfig({
        ...environment,
        OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8, ::1/128',
        OUTBOUND_DENY_PORTS: '3000, 4222',
      }),
    ).toMatchObject({
      OUTBOUND_ALLOW_CIDRS: ['127.0.0.0/8', '::1/128'],
      OUTBOUND_DENY_PORTS: [3000, 4222],
    }));

  it.each([
    ['OUTBOUND_ALLOW_CIDRS', '127.0.0.0/8', 'production'],
    ['OUTBOUND_ALLOW_CIDRS', '127.0.0.1', 'development'],
    ['OUTBOUND_PRIVATE_CIDRS', '10.0.0.0/33', 'production'],
    ['OUTBOUND_DENY_PORTS', '3000,postgres', 'development'],
    ['OUTBOUND_DENY_PORTS', '65536', 'development'],
    ['OUTBOUND_DENY_PORTS', '0', 'development'],
    ['OUTBOUND_PROXY_URL', 'socks5://proxy.internal:1080', 'production'],
  ])('refuses %s=%s in %s, naming the setting', (setting, value, nodeEnv) =>
    expect(() => loadWebhooksConfig({ ...environment, NODE_ENV: nodeEnv, [setting]: value })).toThrow(
      setting,
    ),
  );

  it('accepts private ranges in production if no range is allowed for http', () =>
    expect(
      loadWebhooksConfig({
        ...environment,
        NODE_ENV: 'production',
        OUTBOUND_ALLOW_CIDRS: '',
        OUTBOUND_PRIVATE_CIDRS: '10.0.0.0/8',
      }),
    ).toMatchObject({ OUTBOUND_ALLOW_CIDRS: [], OUTBOUND_PRIVATE_CIDRS: ['10.0.0.0/8'] }));
});
