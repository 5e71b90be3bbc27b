import { AppError } from '@chat/errors';
import { outcomeOf } from './message-outcome.rules';

const ids = { message_id: 17, conversation_id: 3 };
const sent = { status: 201, data: { ...ids, chat_message_id: 'A' } };
const at = new Date();
const error = {
  code: 'invalid_phone',
  message: 'No.',
  reason: null,
  provider: { code: '404', message: 'Nobody.' },
};
const row = {
  id: 17,
  conversation_id: 3,
  chat_message_id: 'A',
  status: 'sent' as const,
  sent_at: at,
  error: null,
};

describe('outcomeOf', () => {
  it.each(['sent', 'delivered', 'read'] as const)('is the ids of a message that is %s', (status) => {
    expect(outcomeOf({ ...row, status })).toEqual(sent);
  });

  it('is the ids of a message that failed after the network had accepted it', () => {
    expect(outcomeOf({ ...row, status: 'failed', error })).toEqual(sent);
  });

  const unsent = { ...row, chat_message_id: null, sent_at: null };

  it.each(['sending', 'unknown'] as const)('is unknown, with the ids, of a message that is %s', (status) => {
    expect(outcomeOf({ ...unsent, status })).toMatchObject({
      code: 'provider_outcome_unknown',
      details: ids,
    });
  });

  it.each([
    [error, { code: 'invalid_phone', retryable: false, message: 'No.', provider: error.provider }],
    [{ ...error, reason: 'recipient_not_allowed' }, { reason: 'recipient_not_allowed' }],
    [{ code: 'device_service_error', message: 'Busy.', reason: null, provider: null }, { retryable: true }],
    [null, { code: 'provider_error' }],
  ])('is the refusal of a message that failed: %j', (kept, body) => {
    const outcome = outcomeOf({ ...unsent, status: 'failed', error: kept });
    expect(outcome instanceof AppError && outcome.toBody()).toMatchObject({ ...ids, ...body });
  });
});
