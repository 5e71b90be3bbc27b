import { AppError, invalid, type ErrorCode, type ErrorDetails } from '@chat/errors';
import { judgeFailure, type FailureVerdict } from './onboarding-failure.rules';

const MINUTE_MS = 60_000;
const error = (code: ErrorCode, details: ErrorDetails = {}) => new AppError(code, details);
const retry: FailureVerdict = { kind: 'retry' };
const fail = (code: string, message: unknown = expect.any(String)) => ({ kind: 'fail', code, message });

describe('a number that could not be connected', () => {
  it.each([
    ['is tried again when a service does not answer', error('service_unavailable'), retry],
    ['is tried again when nobody knows what was done', error('server_error'), retry],
    ['is tried again when the provider is busy', error('provider_error', { retryable: true }), retry],
    ['is tried again when the provider cannot be reached', error('provider_error'), retry],
    ['is tried again after a fault of ours', new TypeError('x'), retry],
    [
      'fails the session when the provider refuses for good',
      error('provider_error', { retryable: false, reason: 'r' }),
      fail('r'),
    ],
    ['fails it without a slot', error('limit_reached'), fail('limit_reached')],
    ['fails it without the plan', error('feature_disabled'), fail('feature_disabled')],
    ['fails it beside a phone with the number', error('duplicate_device'), fail('duplicate_device')],
    [
      'fails it when another account has the number',
      error('conflict', { reason: 'number_in_use' }),
      fail('number_in_use'),
    ],
    [
      'fails it with the sentence of a member',
      invalid('token', 'Create a new one.'),
      fail('validation_error', 'Create a new one.'),
    ],
    [
      'leaves it open without a number',
      error('capability_error', { reason: 'no_number' }),
      { kind: 'start-again', advice: 'no_number' },
    ],
    [
      'fails it when it must be verified again',
      error('conflict', { reason: 'verification_needed' }),
      fail('verification_needed'),
    ],
  ])('%s', (_, given, verdict) => {
    expect(judgeFailure(given, { pinsGiven: 0, connectingMs: MINUTE_MS })).toEqual(verdict);
  });

  it.each([
    ['is asked for its PIN when ours is wrong', 0, { kind: 'ask-for-pin' }],
    ['is asked for it a third time', 2, { kind: 'ask-for-pin' }],
    ['is not asked for it a fourth time', 3, fail('wrong_pin')],
  ])('%s', (_, pinsGiven, verdict) => {
    const wrong = error('conflict', { reason: 'wrong_pin' });
    expect(judgeFailure(wrong, { pinsGiven, connectingMs: 20 * MINUTE_MS })).toEqual(verdict);
  });

  it.each([
    [
      'a provider that stays away',
      error('provider_error', { reason: 'provider_unreachable' }),
      fail('provider_unreachable'),
    ],
    [
      'a fault of ours that stays, in words without its own',
      new Error('secret'),
      fail('server_error', expect.not.stringContaining('secret')),
    ],
  ])('fails the session after ten minutes of %s', (_, given, verdict) => {
    expect(judgeFailure(given, { pinsGiven: 0, connectingMs: 10 * MINUTE_MS })).toEqual(verdict);
  });
});
