import { readSettings } from './settings';

describe('the settings of npm start', () => {
  it('use loopback for a gateway that listens on every address', () => {
    const settings = readSettings({ GATEWAY_HOST: '0.0.0.0', GATEWAY_PORT: '8080' });

    expect(settings).toMatchObject({ localUrl: 'http://127.0.0.1:8080', baseUrl: 'http://127.0.0.1:8080' });
  });

  it('start the network for tests only on request', () => {
    const withEngine = { DEVICE_ENGINE: 'baileys' };
    expect(readSettings(withEngine).phoneNetworkUrl).toBeUndefined();
    expect(readSettings({ ...withEngine, DEVICE_NETWORK: 'test' }).phoneNetworkUrl).toBe(
      'http://127.0.0.1:3300',
    );
  });

  it('put brackets around an IPv6 address in a URL', () => {
    const settings = readSettings({ GATEWAY_HOST: '::1', SANDBOX_HOST: '::1', CALLBACK_HOST: '::1' });

    expect(settings).toMatchObject({
      localUrl: 'http://[::1]:3000',
      sandboxUrl: 'http://[::1]:3100',
      callbackUrl: 'http://[::1]:3200/provider/callbacks',
    });
  });

  it('use the public address as the base URL if one is set', () => {
    const settings = readSettings({ PUBLIC_BASE_URL: 'https://api.example.com' });

    expect(settings).toMatchObject({ baseUrl: 'https://api.example.com', localUrl: 'http://127.0.0.1:3000' });
  });

  it.each([
    [{ GATEWAY_PORT: 'http' }, /GATEWAY_PORT/],
    [{ SANDBOX_PORT: '70000' }, /SANDBOX_PORT/],
    [{ GATEWAY_PORT: '0', SANDBOX_PORT: '-1' }, /GATEWAY_PORT[^]*SANDBOX_PORT/],
    [{ GATEWAY_PORT: '4000', SANDBOX_PORT: '4000' }, /must differ/],
    [{ DEVICE_NETWORK: 'mine' }, /DEVICE_NETWORK must be real or test/],
    [{ DEVICE_NETWORK: 'test' }, /DEVICE_NETWORK=test needs DEVICE_ENGINE=baileys/],
    [
      { DEVICE_NETWORK: 'test', DEVICE_ENGINE: 'baileys', DEVICE_NETWORK_URL: 'ws://127.0.0.1:1' },
      /unset DEVICE_NETWORK_URL, or DEVICE_NETWORK/,
    ],
    [
      { DEVICE_NETWORK: 'test', DEVICE_ENGINE: 'baileys', PHONE_NETWORK_PORT: '3000' },
      /PHONE_NETWORK_PORT must differ/,
    ],
  ])('refuse %j, naming the settings', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
