import { loadConfig, settings } from './config';
import { whole } from './whole-number';
import { ConfigError, type Specs } from './settings';

const environment = { DATABASE_URL: 'postgres://127.0.0.1/chat', NATS_URL: 'nats://127.0.0.1' };

/** Returns the violations that the process reports, by setting; null if it starts. */
function violationsOf(given: Record<string, string>, own: Specs = {}): Record<string, string> | null {
  try {
    loadConfig(own, { ...environment, ...given });
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.violations;
  }
}

describe('a setting', () => {
  it.each([
    // Number('') is 0, which as a limit would mean none.
    ['PACE', '', 'must be a whole number from 0 to 2147483647'],
    ['PACE', ' ', 'must be a whole number from 0 to 2147483647'],
    ['PACE', '1e3', 'must be a whole number from 0 to 2147483647'],
    ['PACE', '0x10', 'must be a whole number from 0 to 2147483647'],
    ['PACE', '-1', 'must be a whole number from 0 to 2147483647'],
    // A timer with a longer delay fires immediately.
    ['PACE', '2147483648', 'must be a whole number from 0 to 2147483647'],
    ['HEALTH_PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['HEALTH_PORT', '', 'must be a whole number from 0 to 65535'],
    ['METRICS_PORT', '', 'must be a whole number from 0 to 65535'],
    // Node would listen on all addresses.
    ['HEALTH_HOST', '', 'must be an address or a name, as in 127.0.0.1 or 0.0.0.0'],
    ['METRICS_HOST', ' ', 'must be an address or a name, as in 127.0.0.1 or 0.0.0.0'],
    ['BASE', 'localhost:3000', 'must be a URL as in https://host.example.com'],
    ['BASE', 'https://', 'must be a URL as in https://host.example.com'],
    ['NETWORK', 'https://127.0.0.1', 'must be a URL as in wss://host.example.com, or empty'],
  ])('%s cannot be %j', (name, value, sentence) => {
    const own = {
      PACE: whole({ min: 0 })({ default: 1 }),
      BASE: settings.url({ default: undefined }),
      NETWORK: settings.optionalWebSocketUrl({ default: '' }),
    };
    expect(violationsOf({ [name]: value }, own)).toEqual({ [name]: sentence });
  });

  it.each(['mysql://127.0.0.1/chat', '127.0.0.1:5432', ''])('DATABASE_URL cannot be %j', (DATABASE_URL) => {
    expect(violationsOf({ DATABASE_URL })?.DATABASE_URL).toMatch(/^must be a URL as in postgres:/);
  });

  it('OUTBOX_SHARDS must leave a connection to requests', () => {
    const sentence = 'must be smaller than DATABASE_POOL_SIZE: each uses a connection while it publishes';
    expect(violationsOf({ OUTBOX_SHARDS: '10' })).toEqual({ OUTBOX_SHARDS: sentence });
    expect(violationsOf({ OUTBOX_SHARDS: '9' })).toBeNull();
    expect(violationsOf({ OUTBOX_SHARDS: '17' })).toEqual({
      OUTBOX_SHARDS: 'must be a whole number from 1 to 16',
    });
  });

  it.each([
    ['PACE', '0'],
    ['PACE', '2147483647'],
    ['HEALTH_HOST', '::1'],
    ['HEALTH_PORT', '65535'],
    ['DATABASE_URL', 'postgresql://chat:p%40ss@db.internal:6432/chat?sslmode=require'],
    ['BASE', 'https://api.example.com/chat'],
  ])('%s can be %s', (name, value) => {
    const own = {
      PACE: whole({ min: 0 })({ default: 1 }),
      BASE: settings.url({ default: undefined }),
    };
    expect(violationsOf({ [name]: value }, own)).toBeNull();
  });

  it('has a development default, and is required and described by its purpose in production', () => {
    const own = { BASE: settings.url({ devDefault: 'http://127.0.0.1:3000', desc: 'where the API is' }) };
    expect(loadConfig(own, environment)).toMatchObject({
      NODE_ENV: 'development',
      BASE: 'http://127.0.0.1:3000',
    });
    expect(violationsOf({ NODE_ENV: 'production' }, own)).toEqual({ BASE: 'where the API is' });
  });
});
