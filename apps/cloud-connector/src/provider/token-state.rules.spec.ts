import { expiryOf, outlasts, toTokenState, type TokenState } from './token-state.rules';

const NOW = new Date('2026-11-27T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const described = (data: object) =>
  toTokenState({ app_id: '9', is_valid: true, scopes: ['a'], ...data }, NOW);

describe('a token that the provider describes', () => {
  it.each([
    ['never expires', { expires_at: 0 }, { isValid: true, expiresAt: null }],
    [
      'expires at a time in seconds',
      { expires_at: SECONDS + 60 },
      { isValid: true, isExpired: false, expiresAt: new Date('2026-11-27T12:01:00Z') },
    ],
    ['may not say when it expires', {}, { isValid: true, expiresAt: undefined }],
    [
      'is expired by its time',
      { is_valid: false, expires_at: SECONDS - 1 },
      { isValid: false, isExpired: true },
    ],
    [
      'is expired by its error',
      { is_valid: false, error: { code: 190, subcode: 463 } },
      { isValid: false, isExpired: true },
    ],
    [
      'is withdrawn',
      { is_valid: false, expires_at: SECONDS + 60, error: { code: 190, subcode: 467 } },
      { isValid: false, isExpired: false },
    ],
  ])('%s', (_, data, state) => {
    expect(described(data)).toMatchObject(state);
  });

  it('is not valid when there is no description', () => {
    expect(toTokenState(undefined, NOW)).toMatchObject({ isValid: false, isExpired: false, scopes: [] });
  });
});

describe('the answer that a token comes with', () => {
  it.each([
    [{ expires_in: 60 }, new Date('2026-11-27T12:01:00Z')],
    [{ expires_in: 0 }, null],
    [{ expires_in: '60' }, null],
    [{}, null],
  ])('%j says when it expires', (answer, expiresAt) => {
    expect(expiryOf(answer, NOW)).toEqual(expiresAt);
  });
});

describe('a token', () => {
  const one: TokenState = {
    ...{ appId: '9', isValid: true, isExpired: false, expiresAt: NOW },
    ...{ scopes: ['a', 'b'], wabaIds: ['11'] },
  };
  const later = new Date(NOW.getTime() + 1);

  it.each([
    ['that lasts longer', { expiresAt: later }, true],
    ['that never expires', { expiresAt: null, scopes: ['b', 'a', 'c'] }, true],
    ['that ends at the same time', {}, false],
    ['that does not say when it ends', { expiresAt: undefined }, false],
    ['that permits less', { expiresAt: later, scopes: ['a'] }, false],
    ['of another business', { expiresAt: later, wabaIds: ['12'] }, false],
    ['of another app', { expiresAt: later, appId: '8' }, false],
    ['that is not valid', { expiresAt: later, isValid: false }, false],
  ])('%s takes the place of another: %j %s', (_, change, does) => {
    expect(outlasts({ ...one, ...change }, one)).toBe(does);
  });
});
