import { parseReach } from './address.rules';
import { portOf, readUrl } from './url.rules';

const publicOnly = parseReach({ allowCidrs: [] });
const development = parseReach({ allowCidrs: ['127.0.0.0/8', '::1/128'], denyPorts: [3100] });
const ownNetwork = parseReach({ allowCidrs: [], privateCidrs: ['10.0.0.0/8'] });

const reasonOf = (url: string, reach = publicOnly) => readUrl(url, reach).problem?.reason;

const LOOPBACK_SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '0X7F.0X0.0X0.0X1',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '2130706433.',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127．0．0．1',
  '%31%32%37.0.0.1',
  '127.0.0.%31',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
];

describe('a URL that may be called', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com/Hook', 'https://example.com/Hook'],
    ['https://example.com:443/hook', 'https://example.com/hook'],
    ['https://example.com:8443/hook?a=1#b', 'https://example.com:8443/hook?a=1#b'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com?a=1', 'https://example.com/?a=1'],
    ['https://example.com/a%20b', 'https://example.com/a%20b'],
    ['https://example.com/@user', 'https://example.com/@user'],
    ['https://example.com?mail=a@b.example', 'https://example.com/?mail=a@b.example'],
    ['https://example.com./hook', 'https://example.com./hook'],
    ['https://bücher.example/straße?ü', 'https://xn--bcher-kva.example/stra%C3%9Fe?%C3%BC'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://0x1010101/', 'https://1.1.1.1/'],
    ['https://[2606:4700:0::1111]:444/', 'https://[2606:4700::1111]:444/'],
  ])('%s has the normal form %s', (raw, href) => {
    const { url, problem } = readUrl(raw, publicOnly);
    expect(problem).toBeNull();
    expect(url?.href).toBe(href);
  });

  it('may have up to 2048 characters in its normal form', () => {
    const longest = `https://example.com/${'a'.repeat(2048 - 20)}`;
    expect(reasonOf(longest)).toBeUndefined();
    expect(reasonOf(`${longest}a`)).toBe('too_long');
    expect(reasonOf(`https://example.com/${'é'.repeat(400)}`)).toBe('too_long');
  });
});

describe('a URL that may not be called', () => {
  it.each(LOOPBACK_SPELLINGS)('is loopback or unspecified, spelled %s', (host) => {
    expect(reasonOf(`https://${host}/`)).toBe('address');
    expect(reasonOf(`https://${host}:8443/`)).toBe('address');
    expect(reasonOf(`https://${host}/`, ownNetwork)).toBe('address');
  });

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '224.0.0.1',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
  ])('names the address %s', (host) => expect(reasonOf(`https://${host}:8443/`)).toBe('address'));

  it.each([
    ['http://example.com/', 'scheme'],
    ['http://1.1.1.1/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['data:text/plain,hello', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['wss://example.com/', 'scheme'],
    ['blob:https://example.com/1', 'scheme'],
    ['https://user@example.com/', 'userinfo'],
    ['https://user:secret@example.com/', 'userinfo'],
    ['https://:secret@example.com/', 'userinfo'],
    ['https://@example.com/', 'userinfo'],
    ['https://:@example.com/', 'userinfo'],
    ['https://example.com@127.0.0.1/', 'userinfo'],
    ['https://example.com%40127.0.0.1/', 'malformed'],
    ['', 'malformed'],
    ['example.com/hook', 'malformed'],
    ['//example.com/hook', 'malformed'],
    ['/hook', 'malformed'],
    ['https:', 'malformed'],
    ['https://', 'malformed'],
    ['https:example.com', 'malformed'],
    ['https:/example.com', 'malformed'],
    ['https:///example.com', 'malformed'],
    ['https://?example.com', 'malformed'],
    ['https://1.2.3.4.5/', 'malformed'],
    ['https://256.0.0.1/', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://[::1/', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
    ['https://example.com:0/', 'malformed'],
    ['https://example.com:http/', 'malformed'],
    ['https://exa%20mple.com/', 'malformed'],
    ['https://example.com%00/', 'malformed'],
    [' https://example.com/', 'characters'],
    ['https://example.com/ ', 'characters'],
    ['https://exa mple.com/', 'characters'],
    ['https://example.com/a b', 'characters'],
    ['https://example.com/\u00a0', 'characters'],
    ['https://example.com/\u3000', 'characters'],
    ['https://exam\u200bple.com/', 'characters'],
    ['https://example.com/\ufeff', 'characters'],
    ['https://exam\tple.com/', 'characters'],
    ['https://example.com/\r\nx-header: 1', 'characters'],
    ['https://example.com/\u0000', 'characters'],
    ['https://example.com/\u007f', 'characters'],
    ['\u0000https://example.com/', 'characters'],
    ['java\nscript:alert(1)', 'characters'],
    ['https:\\\\example.com', 'characters'],
    ['https://example.com\\@127.0.0.1/', 'characters'],
    ['https://example.com/\\', 'characters'],
  ])('is written as %j: %s', (url, reason) => expect(reasonOf(url)).toBe(reason));

  it('is refused with a sentence that says what to do', () =>
    expect(readUrl('https://10.0.0.1/', publicOnly).problem?.message).toBe(
      'Give a URL on the public internet: this address is private or reserved.',
    ));
});

describe('where loopback is allowed', () => {
  it.each([
    'http://127.0.0.1:4000/',
    'https://127.1/',
    'http://[::1]:4000/',
    'http://localhost:4000/',
    'http://hook.localhost./',
    'http://HOOK.test/',
    'https://example.com/',
  ])('%s may be called', (url) => expect(reasonOf(url, development)).toBeUndefined());

  it.each([
    ['http://1.1.1.1/', 'scheme'],
    ['http://example.com/', 'scheme'],
    ['http://localhost.example.com/', 'scheme'],
    ['http://mylocalhost/', 'scheme'],
    ['https://10.0.0.1/', 'address'],
    ['http://10.0.0.1/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['http://127.0.0.1:3100/phones', 'address'],
    ['https://[::1]:3100/', 'address'],
    ['http://user@127.0.0.1/', 'userinfo'],
    ['ws://127.0.0.1/', 'scheme'],
    ['http:/127.0.0.1/', 'malformed'],
  ])('%s may not be called: %s', (url, reason) => expect(reasonOf(url, development)).toBe(reason));
});

describe('where a private network is opened', () => {
  it.each([
    ['https://10.0.0.1/', undefined],
    ['https://167772161/', undefined],
    ['http://10.0.0.1/', 'scheme'],
    ['http://hook.internal/', 'scheme'],
    ['https://192.168.0.1/', 'address'],
    ['https://127.0.0.1/', 'address'],
    ['https://169.254.169.254/', 'address'],
  ])('%s: %s', (url, reason) => expect(reasonOf(url, ownNetwork)).toBe(reason));
});

describe('portOf', () => {
  it.each([
    ['https://example.com/', 443],
    ['http://example.com/', 80],
    ['https://example.com:8443/', 8443],
  ])('for %s is %i', (url, port) => expect(portOf(new URL(url))).toBe(port));
});
