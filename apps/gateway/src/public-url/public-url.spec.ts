import { publicUrlOf } from './public-url';

describe('the public URL', () => {
  it.each([
    ['https://chat.example.com', 'https://chat.example.com', '', true],
    ['https://chat.example.com:8443/api/', 'https://chat.example.com:8443/api', '/api', true],
    ['http://chat.example.com', 'http://chat.example.com', '', false],
  ])('is the setting without a trailing slash: %s', (PUBLIC_BASE_URL, base, path, isSecure) => {
    const url = publicUrlOf({ PUBLIC_BASE_URL, GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: 3000 });
    expect(url).toEqual({ base, path, isSecure });
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['::', 'http://[::]:3000'],
  ])('defaults to the address that the gateway listens on: %s', (GATEWAY_HOST, base) => {
    const settings = { GATEWAY_HOST, GATEWAY_PORT: 3000 } as Parameters<typeof publicUrlOf>[0];
    expect(publicUrlOf(settings)).toEqual({ base, path: '', isSecure: false });
  });
});
