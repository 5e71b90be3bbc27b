import { reasonOfError } from './error-reason.rules';

describe('the error of a number in one word', () => {
  const sentence = 'Renew the channel.';

  it.each([
    ['is what the connector says', 'connected', 'connected', sentence, 'restricted', 'restricted'],
    [
      'is the reason of a disconnection, for an earlier release',
      'disconnected',
      'token_invalid',
      sentence,
      undefined,
      'token_invalid',
    ],
    ['is unknown for a warning of an earlier release', 'connected', 'connected', sentence, undefined, null],
    ['is none without an error', 'connected', 'reconnected', null, null, null],
  ] as const)('%s', (_, status, reason, last_error, last_error_reason, expected) => {
    expect(reasonOfError({ status, reason, last_error, last_error_reason })).toBe(expected);
  });
});
