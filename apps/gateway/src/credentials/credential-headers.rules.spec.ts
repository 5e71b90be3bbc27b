import { readCredential } from './credential-headers.rules';

const key = { kind: 'api_key', clientId: 'id', clientSecret: 'secret', isBasic: false };
const basicKey = { kind: 'api_key', clientId: 'ck_id', clientSecret: 'cs_secret', isBasic: true };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const two = {
  kind: 'conflict',
  sentence: 'The request carries two kinds of credential at once. Send exactly one.',
  hasBearer: true,
};
const different = (what: string) => ({
  kind: 'conflict',
  sentence: `The request carries two different client ${what}. Send exactly one.`,
  hasBearer: false,
});
const twice = (hasBearer: boolean) => ({
  kind: 'conflict',
  sentence: 'The request carries Authorization twice. Send it once.',
  hasBearer,
});
const both = { 'client-id': 'id', 'client-secret': 'secret' };

describe('the credential that headers carry', () => {
  it.each<[string, Record<string, string | string[]>, object]>([
    ['nothing', {}, { kind: 'none' }],
    ['client-id and client-secret', both, key],
    ['X-Api-Key and X-Api-Secret', { 'x-api-key': 'id', 'x-api-secret': 'secret' }, key],
    ['one of each spelling', { 'client-id': 'id', 'x-api-secret': 'secret' }, key],
    ['both spellings that agree', { ...both, 'x-api-key': 'id', 'x-api-secret': 'secret' }, key],
    ['an empty alias', { ...both, 'x-api-key': '' }, key],
    ['an id alone', { 'client-id': 'id' }, { kind: 'none' }],
    ['a secret alone', { 'client-secret': 'secret' }, { kind: 'none' }],
    ['a bearer token', { authorization: 'Bearer a.b-c' }, { kind: 'bearer', token: 'a.b-c' }],
    ['a bearer token after spaces', { authorization: 'BEARER   a' }, { kind: 'bearer', token: 'a' }],
    ['a bearer token that is missing', { authorization: 'Bearer' }, { kind: 'bearer', token: '' }],
    ['another scheme', { authorization: 'Bearerish a' }, { kind: 'none' }],
    ['two ids', { ...both, 'x-api-key': 'other' }, different('ids')],
    ['two secrets', { ...both, 'x-api-secret': 'other' }, different('secrets')],
    ['a key and a bearer token', { ...both, authorization: 'bearer token' }, two],
    ['a key and the word bearer', { ...both, authorization: 'bearer' }, two],
    ['half a key and a bearer token', { 'x-api-key': 'id', authorization: 'Bearer token' }, two],
    ['a key and another scheme', { ...both, authorization: 'Basic abc' }, key],
    ['HTTP Basic', { authorization: basic('ck_id:cs_secret') }, basicKey],
    [
      'HTTP Basic in capitals',
      { authorization: basic('ck_id:cs_secret').replace('Basic', 'BASIC') },
      basicKey,
    ],
    [
      'HTTP Basic with a colon in the secret',
      { authorization: basic('ck_id:a:b') },
      { ...basicKey, clientSecret: 'a:b' },
    ],
    ['HTTP Basic of half a key', { authorization: basic('ck_id') }, { kind: 'none' }],
    ['HTTP Basic of a user that is no key', { authorization: basic('ada:secret') }, { kind: 'none' }],
    ['a key behind HTTP Basic of something else', { ...both, authorization: basic('ada:pw') }, key],
    [
      'a key in headers and as HTTP Basic',
      { 'client-id': 'ck_id', 'client-secret': 'cs_secret', authorization: basic('ck_id:cs_secret') },
      { ...basicKey, isBasic: false },
    ],
    [
      'HTTP Basic completed by a header',
      { 'client-secret': 'cs_secret', authorization: basic('ck_id:') },
      basicKey,
    ],
    ['two different keys', { ...both, authorization: basic('ck_id:secret') }, different('ids')],
    ['an id sent twice', { ...both, 'client-id': ['id', 'id'] }, key],
    ['an id sent twice, once empty', { ...both, 'client-id': ['', 'id'] }, key],
    ['an id sent twice that differs', { ...both, 'client-id': ['id', 'other'] }, different('ids')],
    [
      'a secret sent twice that differs',
      { ...both, 'x-api-secret': ['secret', 'other'] },
      different('secrets'),
    ],
    ['a bearer token sent twice', { authorization: ['Bearer a', 'Bearer b'] }, twice(true)],
    ['the same bearer token sent twice', { authorization: ['Bearer a', 'Bearer a'] }, twice(true)],
    ['a key and two other schemes', { ...both, authorization: ['Basic a', 'Digest b'] }, twice(false)],
  ])('%s', (_, headers, expected) => {
    expect(readCredential((name) => [headers[name] ?? []].flat())).toEqual(expected);
  });
});
