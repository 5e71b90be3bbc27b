import { configureAll, type ConfigError } from '@chat/service-kit';
import { services } from './services';

const wrong = {
  NODE_ENV: 'production',
  SECRET_KEY: 'short',
  NATS_URL: 'nats://127.0.0.1:4222',
  SEND_TIMEOUT_MS: '0',
  WEBHOOK_TIMEOUT_MS: '0',
  DEVICE_LEASE_MS: '0',
  GATEWAY_PORT: 'none',
};

describe('the settings of all services in one process', () => {
  it('are all reported together when missing, whichever service they belong to', () => {
    const named = [
      'DATABASE_URL',
      'DEVICE_LEASE_MS',
      'GATEWAY_PORT',
      'PUBLIC_BASE_URL',
      'SECRET_KEY',
      'SEND_TIMEOUT_MS',
    ];
    expect(told()).toEqual([...named, 'WEBHOOK_TIMEOUT_MS']);
  });
});

function told(): string[] {
  try {
    configureAll(services, wrong);
    return [];
  } catch (error) {
    return Object.keys((error as ConfigError).violations).sort();
  }
}
