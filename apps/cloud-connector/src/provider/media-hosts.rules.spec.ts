import { mayHaveToken } from './media-hosts.rules';

const base = new URL('https://graph.facebook.com');

describe('a link of the provider', () => {
  it.each([
    ['to its own API', 'https://graph.facebook.com/x', true],
    ['to its media', 'https://lookaside.fbsbx.com/whatsapp?mid=1', true],
    ['to its CDN', 'https://scontent.xx.fbcdn.net/x', true],
    ['to a host with the same ending', 'https://evilfbsbx.com/x', false],
    ['to a host with the same beginning', 'https://lookaside.fbsbx.com.evil.example/x', false],
    ['without TLS', 'http://lookaside.fbsbx.com/x', false],
    ['to another port', 'https://lookaside.fbsbx.com:8443/x', false],
    ['with userinfo', 'https://graph.facebook.com@evil.example/x', false],
    ['to a loopback address', 'http://127.0.0.1:5432/', false],
  ])('%s gets the token only on the provider’s hosts', (_, link, may) => {
    expect(mayHaveToken(new URL(link), base)).toBe(may);
  });
});
