import { ErrorCode } from 'nats';
import type { Effect } from '@chat/contracts';
import { outcomeOf, errorOf, type RequestOutcome } from './silence.rules';

describe('the fate of a request without an answer', () => {
  it.each<[string, RequestOutcome]>([
    [ErrorCode.NoResponders, 'nobody_listens'],
    [ErrorCode.Timeout, 'unknown'],
    [ErrorCode.Cancelled, 'unknown'],
    [ErrorCode.Disconnect, 'unknown'],
    [ErrorCode.ConnectionClosed, 'not_sent'],
    [ErrorCode.ConnectionDraining, 'not_sent'],
    [ErrorCode.MaxPayloadExceeded, 'too_large'],
    [ErrorCode.BadSubject, 'fault'],
    [ErrorCode.BadPayload, 'fault'],
    [ErrorCode.BadHeader, 'fault'],
    [ErrorCode.InvalidOption, 'fault'],
    [ErrorCode.ServerOptionNotAvailable, 'fault'],
    ['A_CODE_OF_A_LATER_VERSION', 'unknown'],
  ])('after %s is %s', (code, fate) => expect(outcomeOf({ code })).toBe(fate));

  it('depends on what was not permitted', () => {
    const code = ErrorCode.PermissionsViolation;
    expect(outcomeOf({ code, denied: 'publish' })).toBe('not_sent');
    expect(outcomeOf({ code, denied: 'subscription' })).toBe('unknown');
  });
});

describe('the error for a request without an answer', () => {
  it.each<[RequestOutcome, Effect, string, string | undefined]>([
    ['nobody_listens', 'read', 'service_unavailable', undefined],
    ['nobody_listens', 'write', 'service_unavailable', undefined],
    ['nobody_listens', 'send', 'service_unavailable', undefined],
    ['not_sent', 'write', 'service_unavailable', undefined],
    ['not_sent', 'send', 'service_unavailable', undefined],
    ['too_large', 'write', 'payload_too_large', undefined],
    ['too_large', 'send', 'payload_too_large', undefined],
    ['fault', 'send', 'server_error', undefined],
    ['unknown', 'read', 'service_unavailable', undefined],
    ['unknown', 'write', 'server_error', 'outcome_unknown'],
    ['unknown', 'send', 'provider_outcome_unknown', undefined],
  ])('with the fate %s and the effect %s is %s', (fate, effect, code, reason) => {
    const cause = new Error('why');
    const error = errorOf(fate, effect, cause);
    expect(error).toMatchObject({ code, cause });
    expect(error.details.reason).toBe(reason);
  });
});
