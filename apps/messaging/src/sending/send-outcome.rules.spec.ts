import type { SettledSend } from '@chat/contracts/connector';
import { AppError, type ErrorCode } from '@chat/errors';
import { outcomeOfRefusal, outcomeOfSilence, stepOfSettlement, type SendOutcome } from './send-outcome.rules';

const phones = { unavailable: 'device_service_error' } as const;
const others = { unavailable: 'service_unavailable' } as const;

const codeOf = (outcome: SendOutcome) => (outcome.status === 'failed' ? outcome.error.code : undefined);

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
    const outcome = outcomeOfRefusal(new AppError(code), phones);
    expect(outcome.status).toBe(status);
    expect(codeOf(outcome)).toBe(kept);
  });

  it.each<[string, unknown, string]>([
    ['nobody was there', new AppError('service_unavailable'), 'failed'],
    ['no answer came in time', new AppError('provider_outcome_unknown'), 'sending'],
    ['the message is too large for the bus', new AppError('payload_too_large'), 'failed'],
    ['it could not be sent at all', new AppError('server_error'), 'failed'],
    ['the connection broke', new Error('CONNECTION_CLOSED'), 'sending'],
  ])('when %s', (_, error, status) => {
    expect(outcomeOfSilence(error, phones).status).toBe(status);
  });

  it.each([phones, others])('has the word of the connector that is not there: %j', (connector) => {
    const silence = new AppError('service_unavailable');
    expect(codeOf(outcomeOfSilence(silence, connector))).toBe(connector.unavailable);
    expect(codeOf(outcomeOfRefusal(silence, connector))).toBe(connector.unavailable);
  });
});

describe('the settlement of a send', () => {
  const error = { code: 'invalid_phone', message: 'Nobody.', reason: null, provider: null };

  it.each<[SettledSend, object]>([
    [
      { outcome: 'sent', chat_message_id: 'A', error: null },
      { to: 'sent', chatMessageId: 'A' },
    ],
    [{ outcome: 'unknown', chat_message_id: null, error: null }, { to: 'unknown' }],
    [
      { outcome: 'refused', chat_message_id: null, error },
      { to: 'failed', error },
    ],
    [
      { outcome: 'refused', chat_message_id: null, error: null },
      { to: 'failed', error: { code: 'device_service_error', provider: null } },
    ],
  ])('as %j', (settled, step) => {
    expect(stepOfSettlement(settled, phones)).toMatchObject(step);
  });
});
