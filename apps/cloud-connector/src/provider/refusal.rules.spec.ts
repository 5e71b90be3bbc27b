import { AppError } from '@chat/errors';
import { isClean, toFailure, toRefusal } from './refusal.rules';

const error = (code: number | string, isTransient = false) => ({
  code,
  subcode: null,
  message: `(#${code})`,
  details: null,
  isTransient,
});

describe('a refusal of the provider', () => {
  it('truncates long texts without splitting a character', () => {
    const details = '😀'.repeat(1_000);
    const { provider, errors } = toRefusal({ ...error(131009), details }).details;
    for (const words of [provider!.message, errors!.message![0]!]) {
      expect([...words]).toHaveLength(500);
      expect(words).toMatch(/^[^\p{Surrogate}]*$/u);
    }
  });

  it.each([
    ['a limit of the management API', error(80008), 'provider_error', 'provider_rate_limited', true],
    ['a limit of another business use case', error(80002), 'provider_error', 'provider_rate_limited', true],
    [
      'an unknown code that is called transient',
      error(987654, true),
      'provider_error',
      'provider_unavailable',
      true,
    ],
    ['an unknown code', error(987654), 'capability_error', 'refused_by_provider', false],
    [
      'a known final code that is called transient',
      error(131047, true),
      'template_required',
      undefined,
      false,
    ],
    ['a call without a token', error(104), 'provider_error', 'token_not_received', false],
    ['a deregistration that is not complete', error(133000), 'provider_error', 'provider_unavailable', true],
    ['a template that is being prepared', error(134101), 'provider_error', 'template_syncing', true],
  ])('tells whether %s may be repeated', (_, body, code, reason, retryable) => {
    const refusal = toRefusal(body).toBody();
    expect([refusal.code, refusal.reason, refusal.retryable]).toEqual([code, reason, retryable]);
  });

  it.each([132001, 132015, 132016, 132068, 132069, 131051, 131063, 987654])(
    'with code %d says what to do other than choose another channel',
    (code) => {
      const { message } = toRefusal(error(code));
      expect(message).not.toBe(new AppError('capability_error').message);
    },
  );

  it.each([
    ['of an unknown code with a 4xx', 400, 987654, true],
    ['of an unknown code with a 5xx', 500, 987654, false],
    ['of an unknown code with a success', 200, 987654, false],
    ['of a known code, whatever the status', 500, 131000, true],
    ['of a known range of codes', 500, 80008, true],
    ['of a code that is a text with a 4xx', 400, 'WRONG', true],
    ['of a code that is a text with a 5xx', 500, 'WRONG', false],
  ])('%s: whether it is certain that nothing was accepted', (_, status, code, expected) => {
    expect(isClean({ status, body: error(code, true) })).toBe(expected);
  });
});

describe('the failure of an accepted message', () => {
  it.each([
    ['one that is final', [131026], 'undeliverable', '131026', '(#131026)'],
    [
      'a general one before the cause',
      [131000, 131026],
      'undeliverable',
      '131026',
      '(#131026); 131000: (#131000)',
    ],
    ['an unknown one before the cause', ['X', 131050], 'opted_out', '131050', '(#131050); X: (#X)'],
    ['one twice', [131050, 131000, 131000], 'opted_out', '131050', '(#131050); 131000: (#131000)'],
    ['two of a kind', [131049, 131026], 'per_user_limit', '131049', '(#131049); 131026: (#131026)'],
    ['an unknown one', [987654], 'refused_by_provider', '987654', '(#987654)'],
    ['a code that is a text', ['WRONG'], 'refused_by_provider', 'WRONG', '(#WRONG)'],
  ])('has the cause, and the words of all errors, of %s', (_, codes, reason, code, message) => {
    const failure = toFailure(codes.map((given) => error(given))).toBody();
    expect(failure).toMatchObject({ reason, provider: { code, message } });
  });

  it('says so if there is none', () => {
    const message = 'The message failed at the provider, which gave no reason.';
    expect(toFailure([]).toBody()).toEqual({ code: 'provider_error', message, retryable: false });
  });
});
