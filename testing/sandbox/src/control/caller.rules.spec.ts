import { isTrusted } from './caller.rules';

describe('a caller', () => {
  it.each(['localhost:3100', 'LOCALHOST:3100', '127.0.0.1:3100', '127.0.0.2:3100', '[::1]:3100'])(
    'without an origin is trusted at %s',
    (host) => expect(isTrusted({ hosts: [host], origin: undefined }, 3100)).toBe(true),
  );

  it('is trusted on the default port without a port number', () =>
    expect(isTrusted({ hosts: ['localhost'], origin: 'http://localhost' }, 80)).toBe(true));

  it.each([
    ['a foreign name', ['evil.example:3100']],
    ['a name that ends in ours', ['evil-localhost:3100']],
    ['a subdomain', ['evil.localhost:3100']],
    ['a name that begins with ours', ['localhost.evil.example:3100']],
    ['a name that begins with an address', ['127.0.0.1.evil.example:3100']],
    ['a trailing dot', ['localhost.:3100']],
    ['an address of another network', ['192.168.0.5:3100']],
    ['the unspecified address', ['0.0.0.0:3100']],
    ['the unspecified address of IPv6', ['[::]:3100']],
    ['a mapped address', ['[::ffff:127.0.0.1]:3100']],
    ['a decimal address', ['2130706433:3100']],
    ['another port', ['localhost:3101']],
    ['no port', ['localhost']],
    ['a port that ends in ours', ['localhost:13100']],
    ['a user name', ['user@localhost:3100']],
    ['a path', ['localhost/x:3100']],
    ['nothing', ['']],
    ['no host', []],
    ['two hosts', ['localhost:3100', 'evil.example']],
    ['one host twice', ['localhost:3100', 'localhost:3100']],
  ])('is not trusted with %s', (_, hosts) =>
    expect(isTrusted({ hosts, origin: undefined }, 3100)).toBe(false),
  );

  it.each(['http://localhost:3100', 'http://127.0.0.1:3100', 'http://[::1]:3100'])(
    'is trusted as our own page at %s',
    (origin) => expect(isTrusted({ hosts: [origin.slice(7)], origin }, 3100)).toBe(true),
  );

  it.each([
    'https://evil.example',
    'http://evil.example:3100',
    'http://localhost',
    'http://localhost:3000',
    'https://localhost:3100',
    'http://127.0.0.1:3100',
    'http://localhost:3100.evil.example',
    'http://evil.localhost:3100',
    'http://localhost:3100/',
    'http://localhost:3100, http://evil.example',
    'null',
    'file://',
    'chrome-extension://abcdef',
    '',
  ])('is not trusted as a page of %j', (origin) =>
    expect(isTrusted({ hosts: ['localhost:3100'], origin }, 3100)).toBe(false),
  );
});
