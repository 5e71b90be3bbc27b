import { errorOfStatus, isExcess, verdictOf, type AttemptError } from './attempt.rules';

describe('errorOfStatus', () => {
  it.each([
    [200, null],
    [202, null],
    [299, null],
    [199, 'http_status'],
    [301, 'redirect'],
    [304, 'redirect'],
    [400, 'http_status'],
    [410, 'http_status'],
    [429, 'http_status'],
    [500, 'http_status'],
  ])('%i: %s', (status, expected) => expect(errorOfStatus(status)).toBe(expected));
});

describe('isExcess', () => {
  it.each<[AttemptError, boolean]>([
    ['protocol', true],
    ['tls', true],
    ['timeout', false],
    ['connect', false],
    ['reset', false],
    ['http_status', false],
  ])('%s: %s', (error, expected) => expect(isExcess(error)).toBe(expected));
});

describe('verdictOf', () => {
  it.each<[string, AttemptError | null, number, number, ReturnType<typeof verdictOf>]>([
    ['a success ends the delivery', null, 1, 0.5, { status: 'succeeded' }],
    ['a late success too', null, 4, 0.5, { status: 'succeeded' }],
    ['first retry after 5 s', 'http_status', 1, 0.5, { status: 'pending', retryInMs: 5_000 }],
    ['at the earliest 20 % before', 'timeout', 1, 0, { status: 'pending', retryInMs: 4_000 }],
    ['at the latest 20 % after', 'reset', 1, 1, { status: 'pending', retryInMs: 6_000 }],
    ['second retry after 5 min', 'redirect', 2, 0.5, { status: 'pending', retryInMs: 300_000 }],
    ['third retry after 30 min', 'dns', 3, 0.5, { status: 'pending', retryInMs: 1_800_000 }],
    ['no retry after the fourth attempt', 'http_status', 4, 0.5, { status: 'failed' }],
    ['a refused address is not tried again', 'blocked', 1, 0.5, { status: 'blocked' }],
  ])('%s', (_, error, attempts, random, expected) =>
    expect(verdictOf(error, attempts, random)).toEqual(expected),
  );
});
