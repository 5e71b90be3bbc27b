import { mayHaveToken } from './media-hosts.rules';

const base = new URL('https://graph.facebook.com');

describe('a link of the provider', () => {
  it.each([
    ['to its own API', 'https://graph.facebook.com/x', true],
    ['to its media', 'https://lookaside.fbsbx.com/whatsapp?mid=1', true],
    ['to its CDN', 'https://scontent.xx.fbcdn.net/x', true],
    ['to a host that only ends alike', 'https://evilfbsbx.com/x', false],
    ['to a host that only begins alike', 'https://lookaside.fbsbx.com.evil.example/x', false],
    ['in the clear', 'http://lookaside.fbsbx.com/x', false],
    ['to another port', 'https://lookaside.fbsbx.com:8443/x', false],
    ['with a user', 'https://graph.facebook.com@evil.example/x', false],
    ['to a neighbour', 'http://127.0.0.1:5432/', false],
  ])('%s', (_, link, may) => {
    expect(mayHaveToken(new URL(link), base)).toBe(may);
  });
});
