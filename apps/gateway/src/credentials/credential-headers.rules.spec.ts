import { readCredential } from './credential-headers.rules';

const key = { kind: 'api_key', clientId: 'id', clientSecret: 'secret' };

describe('the credential that headers carry', () => {
  it.each([
    ['nothing', {}, { kind: 'none' }],
    ['client-id and client-secret', { 'client-id': 'id', 'client-secret': 'secret' }, key],
    ['X-Api-Key and X-Api-Secret', { 'x-api-key': 'id', 'x-api-secret': 'secret' }, key],
    ['one of each spelling', { 'client-id': 'id', 'x-api-secret': 'secret' }, key],
    [
      'both spellings that agree',
      { 'client-id': 'id', 'x-api-key': 'id', 'client-secret': 'secret', 'x-api-secret': 'secret' },
      key,
    ],
    ['an empty alias', { 'client-id': 'id', 'x-api-key': '', 'client-secret': 'secret' }, key],
    ['an id alone', { 'client-id': 'id' }, { kind: 'none' }],
    ['a secret alone', { 'client-secret': 'secret' }, { kind: 'none' }],
    ['a bearer token alone', { authorization: 'Bearer token' }, { kind: 'none' }],
    ['two ids', { 'client-id': 'id', 'x-api-key': 'other', 'client-secret': 'secret' }, { kind: 'conflict' }],
    [
      'two secrets',
      { 'client-id': 'id', 'client-secret': 'secret', 'x-api-secret': 'other' },
      { kind: 'conflict' },
    ],
    [
      'a key and a bearer token',
      { 'client-id': 'id', 'client-secret': 'secret', authorization: 'bearer token' },
      { kind: 'conflict' },
    ],
    [
      'half a key and a bearer token',
      { 'x-api-key': 'id', authorization: 'Bearer token' },
      { kind: 'conflict' },
    ],
    [
      'a key and another scheme',
      { 'client-id': 'id', 'client-secret': 'secret', authorization: 'Basic abc' },
      key,
    ],
  ])('%s', (_, headers, expected) => {
    expect(readCredential(headers)).toEqual(expected);
  });
});
