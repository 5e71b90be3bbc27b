import { canBeAnyProgram, isRedirectUriOf, redirectUriProblem } from './redirect-uri.rules';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com:8443/callback?tenant=7',
    'http://localhost:3000/callback',
    'http://127.0.0.1:49152/callback',
    'http://[::1]:8080/callback',
  ])('may be %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeNull();
  });

  it.each([
    ['http outside of loopback', 'http://app.example.com/callback'],
    ['a name that only begins like loopback', 'http://localhost.example.com/callback'],
    ['an address that only begins like loopback', 'http://127.0.0.1.example.com/callback'],
    ['a private address over http', 'http://192.168.0.7/callback'],
    ['a fragment', 'https://app.example.com/callback#part'],
    ['an empty fragment', 'https://app.example.com/callback#'],
    ['userinfo', 'https://app.example.com@evil.example/callback'],
    ['a password', 'https://user:word@app.example.com/callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a scheme of its own', 'com.example.app:/callback'],
    ['no scheme', 'app.example.com/callback'],
    ['a path alone', '/callback'],
    ['a backslash', 'https://app.example.com\\callback'],
    ['dot segments', 'https://app.example.com/a/../callback'],
    ['a host in capitals', 'https://APP.example.com/callback'],
    ['a loopback address in short', 'http://127.1/callback'],
    ['surrounding space', ' https://app.example.com/callback'],
    ['a control character', 'https://app.example.com/call\nback'],
    ['a default port', 'https://app.example.com:443/callback'],
    ['a wildcard host', 'https://*.example.com/a b'],
    ['more than 2,000 characters', `https://app.example.com/${'a'.repeat(2_000)}`],
    ['nothing', ''],
  ])('is refused with %s', (_, uri) => {
    expect(redirectUriProblem(uri)).toEqual(expect.any(String));
  });
});

describe('a redirect URI of a request', () => {
  const redirectUris = [
    'https://app.example.com/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback?a=1',
    'http://localhost:3000/callback',
  ];
  const publicApp = { redirectUris, secretDigest: null };
  const confidentialApp = { redirectUris, secretDigest: Buffer.alloc(32) };

  it.each([
    ['http://127.0.0.1:49152/callback', true, false],
    ['http://127.0.0.1/callback', true, true],
    ['http://[::1]:9/callback?a=1', true, false],
    ['http://[::1]/callback?a=1', true, false],
    ['http://127.0.0.1:49152/callback/', false, false],
    ['http://127.0.0.1:49152/callback?a=1', false, false],
    ['http://127.0.0.1:80/callback', false, false],
    ['http://127.0.0.1:49152@evil.example/callback', false, false],
    ['http://127.0.0.1:4915.evil.example/callback', false, false],
    ['http://127.0.0.2:49152/callback', false, false],
    ['http://localhost:4000/callback', false, false],
    ['https://app.example.com:8443/callback', false, false],
    ['https://127.0.0.1:49152/callback', false, false],
  ])('%s is one of a public app: %s; of a confidential app: %s', (uri, ofPublic, ofConfidential) => {
    expect([isRedirectUriOf(publicApp, uri), isRedirectUriOf(confidentialApp, uri)]).toEqual([
      ofPublic,
      ofConfidential,
    ]);
  });

  it.each([
    ['http://127.0.0.1:49152/callback', true],
    ['http://localhost:3000/callback', true],
    ['https://app.example.com/callback', false],
  ])('%s can lead a public app to any program: %s', (uri, expected) => {
    expect([canBeAnyProgram(publicApp, uri), canBeAnyProgram(confidentialApp, uri)]).toEqual([
      expected,
      false,
    ]);
  });
});
