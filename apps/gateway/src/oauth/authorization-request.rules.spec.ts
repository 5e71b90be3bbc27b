import { answerLocation, readAuthorizationRequest } from './authorization-request.rules';
import { OAuthError } from './oauth-error';
import { Parameters } from './parameters.rules';

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const right = {
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  scope: 'messages:send contacts:read',
};

const read = (values: Record<string, string> | [string, string][]) =>
  readAuthorizationRequest(new Parameters(new URLSearchParams(values)), 'https://chat.example.com');

describe('an authorization request', () => {
  it('names scopes, each of which counts once, in one order', () => {
    const expected = {
      scopes: ['contacts:read', 'messages:send'],
      codeChallenge: challenge,
      resource: 'api',
    };
    expect(read(right)).toEqual(expected);
    expect(read({ ...right, scope: ' messages:send  contacts:read messages:send' })).toEqual(expected);
  });

  it.each([
    ['2,048 letters', 's'.repeat(2_048)],
    ['512 characters of four bytes', '👋'.repeat(512)],
  ])('may have a state of %s, and none that is longer', (_, state) => {
    expect(() => read({ ...right, state })).not.toThrow();
    expect(() => read({ ...right, state: `${state}s` })).toThrow(
      expect.objectContaining({ description: 'state must have at most 2048 bytes.' }) as Error,
    );
  });

  it.each([
    ['no response_type', { response_type: '' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['a hybrid flow', { response_type: 'code token' }, 'unsupported_response_type'],
    ['an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a challenge without a method, which means plain', { code_challenge_method: '' }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another method', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['a challenge with padding', { code_challenge: `${challenge}=` }, 'invalid_request'],
    ['a challenge in plain base64', { code_challenge: challenge.replace('-', '+') }, 'invalid_request'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['a blank scope', { scope: '  ' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'messages:send admin' }, 'invalid_scope'],
    ['a scope in capitals', { scope: 'MESSAGES:SEND' }, 'invalid_scope'],
    ['a scope as objects have by themselves', { scope: '__proto__' }, 'invalid_scope'],
  ])('is refused with %s', (_, change, code) => {
    expect(() => read({ ...right, ...change })).toThrow(expect.objectContaining({ code }) as Error);
  });

  it.each(Object.keys(right))('is refused with %s twice', (name) => {
    const twice = [...Object.entries(right), [name, 'x'] as [string, string]];
    expect(() => read(twice)).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  });
});

describe('the answer to an authorization request', () => {
  it.each([
    [
      'https://app.example.com/cb',
      's&t',
      { code: 'ac_1' },
      'https://app.example.com/cb?code=ac_1&state=s%26t&iss=https%3A%2F%2Fchat.example.com',
    ],
    [
      'https://app.example.com/cb?tenant=7',
      null,
      { code: 'ac_1' },
      'https://app.example.com/cb?tenant=7&code=ac_1&iss=https%3A%2F%2Fchat.example.com',
    ],
    [
      'https://app.example.com/cb',
      null,
      new OAuthError('access_denied', 'No.'),
      'https://app.example.com/cb?error=access_denied&error_description=No.&iss=https%3A%2F%2Fchat.example.com',
    ],
  ])('goes to %s with state %s', (redirectUri, state, answer, expected) => {
    expect(answerLocation({ redirectUri, state }, 'https://chat.example.com', answer)).toBe(expected);
  });
});
