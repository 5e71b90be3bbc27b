import { isOfOtherPage, isOfOwnPage } from './own-page.rules';

const origin = 'https://chat.example.com';
const own = { 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const old = { 'x-console': '1', origin, 'content-type': 'application/json' };

const isAccepted = (method: string, headers: Record<string, string | string[]>) =>
  isOfOwnPage({ method, valuesOf: (name) => [headers[name] ?? []].flat(), origin });

describe('a request of a page of our own', () => {
  it.each([
    ['by Sec-Fetch-Site', own],
    ['by Origin, of a browser without Sec-Fetch-Site', old],
    ['with a form part', { ...own, 'content-type': 'Multipart/Form-Data; boundary=a' }],
    ['without a body', { 'x-console': '1', 'sec-fetch-site': 'same-origin' }],
  ])('is known %s', (_, headers) => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) expect(isAccepted(method, headers)).toBe(true);
  });

  it.each([
    ['has no header of ours', { ...own, 'x-console': [] }],
    ['has another value of it', { ...own, 'x-console': '0' }],
    ['has it twice', { ...own, 'x-console': ['1', '1'] }],
    ['comes from another site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['comes from a sibling of our site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['comes from no page', { ...own, 'sec-fetch-site': 'none' }],
    ['says two things of its site', { ...own, 'sec-fetch-site': ['same-origin', 'cross-site'] }],
    ['comes from another site with our origin', { ...own, origin, 'sec-fetch-site': 'cross-site' }],
    ['has another origin', { ...old, origin: 'https://evil.example' }],
    ['has the origin of another port', { ...old, origin: `${origin}:8443` }],
    ['has the origin of a sandbox', { ...old, origin: 'null' }],
    ['says nothing of where it comes from', { 'x-console': '1', 'content-type': 'application/json' }],
    ['is a form of text', { ...own, 'content-type': 'text/plain' }],
    ['is a form', { ...own, 'content-type': 'application/x-www-form-urlencoded' }],
    ['is text that looks like JSON', { ...own, 'content-type': 'text/plain; application/json' }],
  ])('is none if it %s', (_, headers) => {
    expect(isAccepted('POST', headers)).toBe(false);
  });

  it('may read without more, unless another site asks', () => {
    expect(isAccepted('GET', {})).toBe(true);
    expect(isAccepted('GET', { 'sec-fetch-site': 'none' })).toBe(true);
    expect(isAccepted('HEAD', { 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(isAccepted('GET', { 'sec-fetch-site': 'cross-site' })).toBe(false);
    expect(isAccepted('GET', { 'sec-fetch-site': 'same-site' })).toBe(false);
  });
});

describe('a request of a page of another origin', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['a program sends it', {}, false],
    ['a page of our own sends it', { 'sec-fetch-site': 'same-origin', origin }, false],
    ['somebody typed its address', { 'sec-fetch-site': 'none' }, false],
    ['another site sends it', { 'sec-fetch-site': 'cross-site' }, true],
    ['a sibling of our site sends it', { 'sec-fetch-site': 'same-site' }, true],
    ['it has another origin', { origin: 'https://evil.example' }, true],
    ['it has the origin of a sandbox', { origin: 'null' }, true],
  ])('is known if %s', (_, headers, isOther) => {
    expect(isOfOtherPage({ valuesOf: (name) => [headers[name] ?? []].flat(), origin })).toBe(isOther);
  });
});
