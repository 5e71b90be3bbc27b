import { loadWebhooksConfig } from './config';

const environment = {
  DATABASE_URL: 'postgres://localhost/chat',
  NATS_URL: 'nats://localhost',
  SECRET_KEY: Buffer.alloc(32).toString('base64'),
};

describe('the environment of the service', () => {
  it('gives receivers 15 seconds and opens no private address unless told', () =>
    expect(loadWebhooksConfig(environment)).toMatchObject({
      WEBHOOK_TIMEOUT_MS: 15_000,
      OUTBOUND_ALLOW_CIDRS: [],
    }));

  it('opens the ranges that development needs', () =>
    expect(
      loadWebhooksConfig({ ...environment, OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8, ::1/128' }),
    ).toMatchObject({ OUTBOUND_ALLOW_CIDRS: ['127.0.0.0/8', '::1/128'] }));

  it.each([
    ['an opened range in production', { NODE_ENV: 'production', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' }],
    ['what is no range', { OUTBOUND_ALLOW_CIDRS: '127.0.0.1' }],
  ])('refuses %s, naming the setting', (_, setting) =>
    expect(() => loadWebhooksConfig({ ...environment, ...setting })).toThrow(/OUTBOUND_ALLOW_CIDRS/),
  );

  it('runs in production with nothing opened', () =>
    expect(
      loadWebhooksConfig({ ...environment, NODE_ENV: 'production', OUTBOUND_ALLOW_CIDRS: '' }),
    ).toMatchObject({ OUTBOUND_ALLOW_CIDRS: [] }));
});
