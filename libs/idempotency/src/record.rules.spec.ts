import { AppError, type ErrorCode } from '@chat/errors';
import { endingOf, verdictOn, type KnownRecord } from './record.rules';

const record: KnownRecord = {
  state: 'in_flight',
  isSamePayload: true,
  isReached: false,
  isAbandoned: false,
  isHidden: false,
};

describe('verdictOn', () => {
  it.each([
    ['running', {}, 'idempotency_in_flight'],
    ['running, with another payload', { isSamePayload: false }, 'idempotency_conflict'],
    ['done, with another payload', { state: 'done', isSamePayload: false }, 'idempotency_conflict'],
    [
      'abandoned at the provider, with another payload',
      { isAbandoned: true, isReached: true, isSamePayload: false },
      'idempotency_conflict',
    ],
    ['unknown, with another payload', { state: 'unknown', isSamePayload: false }, 'idempotency_conflict'],
    ['done, of a deleted channel', { state: 'done', isHidden: true }, 'not_found'],
    ['running at the provider, of a deleted channel', { isReached: true, isHidden: true }, 'not_found'],
    [
      'done, of a deleted channel, with another payload',
      { state: 'done', isHidden: true, isSamePayload: false },
      'idempotency_conflict',
    ],
  ] as const)('refuses a request whose record is %s', (_, changes, code) => {
    expect(verdictOn({ ...record, ...changes })).toMatchObject({ do: 'refuse', error: { code } });
  });

  it.each([
    ['done', { state: 'done', isReached: true }, { do: 'replay' }],
    ['abandoned before the provider', { isAbandoned: true }, { do: 'take over' }],
    [
      'abandoned before the provider, with another payload',
      { isAbandoned: true, isSamePayload: false },
      { do: 'take over' },
    ],
    ['running at the provider', { isReached: true }, { do: 'look up', isOwned: true }],
    ['abandoned at the provider', { isAbandoned: true, isReached: true }, { do: 'look up', isOwned: false }],
    ['unknown', { state: 'unknown', isReached: true }, { do: 'look up', isOwned: false }],
  ] as const)('returns for a record that is %s: %j', (_, changes, verdict) => {
    expect(verdictOn({ ...record, ...changes })).toEqual(verdict);
  });
});

describe('endingOf', () => {
  it.each<[string, ErrorCode | null, string]>([
    ['a final refusal by the provider', 'invalid_phone', 'done'],
    ['a retryable refusal by the provider', 'provider_error', 'freed'],
    ['silence of the provider', 'provider_outcome_unknown', 'unknown'],
    ['a fault of ours', 'server_error', 'unknown'],
    ['anything unforeseen', null, 'unknown'],
  ])('maps %s (%s) to %s', (_, code, ending) => {
    expect(endingOf(code ? new AppError(code) : new Error('broken'))).toBe(ending);
  });
});
