import { defaultPolicy, pauseBeforeRetry, type FailedAttempt } from './retry.rules';

const policy = { ...defaultPolicy, maxRetries: 3 };
const attempt = (given: Partial<FailedAttempt>): FailedAttempt => ({
  status: undefined,
  retryable: undefined,
  retryAfterSeconds: undefined,
  ...given,
});
const pause = (given: Partial<FailedAttempt>, isRepeatable: boolean, retries = 0, random = 1) =>
  pauseBeforeRetry(attempt(given), { isRepeatable, retries, random }, policy);

describe('a retry', () => {
  it.each([
    ['a rate limit', { status: 429, retryable: true }, true, true],
    ['a service that did nothing', { status: 503, retryable: true }, true, true],
    ['a key in flight', { status: 409, retryable: true }, true, false],
    ['a provider that failed', { status: 502, retryable: true }, true, false],
    ['a lost connection', {}, true, false],
    ['an answer of a proxy', { status: 504 }, true, false],
    ['an outcome that nobody knows', { status: 502, retryable: false }, false, false],
    ['a refusal', { status: 422, retryable: false }, false, false],
    ['an answer that is none of ours', { status: 404 }, false, false],
  ])('after %s is allowed or not, for repeatable and other requests', (_, failed, repeatable, any) => {
    expect([pause(failed, true) !== null, pause(failed, false) !== null]).toEqual([repeatable, any]);
  });

  it.each([12, 61])('waits the %i seconds that the answer specifies', (retryAfterSeconds) => {
    expect(pause({ status: 429, retryAfterSeconds }, false)).toBe(retryAfterSeconds * 1_000);
  });

  it('is left to the caller if that is too long', () => {
    expect(pause({ status: 429, retryAfterSeconds: 66 }, true)).toBeNull();
  });

  it('backs off exponentially with up to 50% jitter, and gives up after the last retry', () => {
    expect([0, 1, 2, 3].map((retries) => pause({}, true, retries))).toEqual([500, 1_000, 2_000, null]);
    expect(pause({}, true, 1, 0)).toBe(500);
  });
});
