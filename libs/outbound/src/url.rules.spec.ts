import { parseAllowedRanges } from './address.rules';
import { checkUrl, isReachable } from './url.rules';

const nothing = parseAllowedRanges([]);
const loopback = parseAllowedRanges(['127.0.0.0/8', '::1/128']);

const loopbackSpellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
];

describe('checkUrl without allowed ranges', () => {
  it.each([
    'https://example.com',
    'https://example.com:8443/hook?a=1#b',
    'https://example.com./hook',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]:444/',
  ])('accepts %s', (url) => expect(checkUrl(url, nothing)).toBeNull());

  it.each(loopbackSpellings)('refuses the loopback or unspecified address spelled %s', (host) =>
    expect(checkUrl(`https://${host}/`, nothing)?.reason).toBe('address'),
  );

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '224.0.0.1',
    '[fe80::1]',
    '[fd00::1]',
    '[ff02::1]',
  ])('refuses the address %s', (host) =>
    expect(checkUrl(`https://${host}:8443/`, nothing)?.reason).toBe('address'),
  );

  it.each([
    ['http://example.com/', 'scheme'],
    ['http://1.1.1.1/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://user@example.com/', 'userinfo'],
    ['https://user:secret@example.com/', 'userinfo'],
    ['https://:secret@example.com/', 'userinfo'],
    ['https://example.com@127.0.0.1/', 'userinfo'],
    ['', 'malformed'],
    ['example.com/hook', 'malformed'],
    ['/hook', 'malformed'],
    ['https://', 'malformed'],
    ['https://exa mple.com', 'malformed'],
    ['https://1.2.3.4.5/', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
  ])('refuses %s as %s', (url, reason) => expect(checkUrl(url, nothing)?.reason).toBe(reason));

  it('says in one sentence what to do', () =>
    expect(checkUrl('https://10.0.0.1/', nothing)?.message).toBe(
      'Give a URL on the public internet: this address is private or reserved.',
    ));
});

describe('checkUrl with allowed ranges', () => {
  it.each([
    'http://127.0.0.1:4000/',
    'https://127.1/',
    'http://[::1]:4000/',
    'http://localhost:4000/',
    'https://example.com/',
  ])('accepts %s', (url) => expect(checkUrl(url, loopback)).toBeNull());

  it.each([
    ['http://1.1.1.1/', 'scheme'],
    ['https://10.0.0.1/', 'address'],
    ['http://10.0.0.1/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['http://user@127.0.0.1/', 'userinfo'],
    ['ws://127.0.0.1/', 'scheme'],
  ])('refuses %s as %s', (url, reason) => expect(checkUrl(url, loopback)?.reason).toBe(reason));
});

describe('isReachable', () => {
  it.each([
    ['https:', '1.1.1.1', true],
    ['http:', '1.1.1.1', false],
    ['https:', '127.0.0.1', true],
    ['http:', '127.0.0.1', true],
    ['https:', '10.0.0.1', false],
    ['https:', '', false],
  ])('%s to %s: %s', (protocol, address, expected) =>
    expect(isReachable(protocol, address, loopback)).toBe(expected),
  );
});
