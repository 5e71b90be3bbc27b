import { AppError, type ErrorCode } from '@chat/errors';
import { outcomeOfRefusal, outcomeOfSilence, toMessageError } from './send-outcome.rules';

describe('the outcome of a send', () => {
  it.each<[ErrorCode, string, ErrorCode | undefined]>([
    ['device_service_error', 'failed', 'device_service_error'],
    ['capability_error', 'failed', 'capability_error'],
    ['invalid_phone', 'failed', 'invalid_phone'],
    ['not_found', 'failed', 'not_found'],
    ['service_unavailable', 'failed', 'device_service_error'],
    ['provider_outcome_unknown', 'unknown', undefined],
    ['server_error', 'sending', undefined],
  ])('is read from the answer %s as %s', (code, status, kept) => {
    const outcome = outcomeOfRefusal(new AppError(code));
    expect(outcome.status).toBe(status);
    expect(outcome.status === 'failed' ? outcome.error.code : undefined).toBe(kept);
  });

  it.each<[string, unknown, string]>([
    ['nobody was there', new AppError('service_unavailable'), 'failed'],
    ['no answer came in time', new AppError('provider_outcome_unknown'), 'sending'],
    ['the message is too large for the bus', new AppError('payload_too_large'), 'failed'],
    ['it could not be sent at all', new AppError('server_error'), 'failed'],
    ['the connection broke', new Error('CONNECTION_CLOSED'), 'sending'],
  ])('when %s', (_, error, status) => {
    expect(outcomeOfSilence(error).status).toBe(status);
  });

  it('keeps the provider’s own words with the message', () => {
    const error = new AppError('capability_error', {
      message: 'Wait.',
      provider: { code: '463', message: 'Timelock' },
    });
    expect(toMessageError(error)).toEqual({
      code: 'capability_error',
      message: 'Wait.',
      provider: { code: '463', message: 'Timelock' },
    });
    expect(toMessageError(new AppError('invalid_phone')).provider).toBeNull();
  });
});
