import {
  errorOfStatus,
  isExcess,
  isGone,
  retryAfterMs,
  verdictOf,
  type AttemptAnswer,
  type AttemptError,
} from './attempt.rules';

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

describe('isGone', () => {
  it.each([
    [410, true],
    [404, false],
    [500, false],
    [null, false],
  ])('%s: %s', (responseStatus, expected) => expect(isGone({ responseStatus })).toBe(expected));
});

describe('retryAfterMs', () => {
  const NOW = Date.UTC(2026, 0, 31, 10, 20, 30);
  const DAY_MS = 24 * 60 * 60 * 1_000;

  it.each<[string, number, string | undefined, number | null]>([
    ['seconds of a 429', 429, '120', 120_000],
    ['seconds of a 503', 503, ' 1 ', 1_000],
    ['a date', 503, 'Sat, 31 Jan 2026 10:21:30 GMT', 60_000],
    ['a date that has passed', 503, 'Sat, 31 Jan 2026 10:19:30 GMT', null],
    ['no more than 24 hours', 429, '864000', DAY_MS],
    ['a number that no clock reaches', 429, '9'.repeat(400), DAY_MS],
    ['nothing', 429, undefined, null],
    ['zero', 429, '0', null],
    ['words', 429, 'soon', null],
    ['a negative number', 429, '-5', null],
    ['another status', 500, '120', null],
    ['a success', 200, '120', null],
  ])('%s', (_, status, header, expected) => expect(retryAfterMs(status, header, NOW)).toBe(expected));
});

describe('verdictOf', () => {
  type Answer = Pick<AttemptAnswer, 'error' | 'responseStatus' | 'retryAfterMs'>;
  const answer = (error: AttemptError | null, more: Partial<Answer> = {}): Answer => ({
    error,
    responseStatus: null,
    retryAfterMs: null,
    ...more,
  });
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  /** The documented delay after each attempt. */
  const schedule = [
    5_000,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];

  it.each(schedule.map((delayMs, index) => [index + 1, delayMs] as const))(
    'schedules the retry after attempt %i in %i ms, give or take a fifth',
    (attempts, delayMs) => {
      const retryInMs = (random: number) => verdictOf(answer('http_status'), attempts, random);
      expect(retryInMs(0)).toEqual({ status: 'pending', retryInMs: delayMs * 0.8 });
      expect(retryInMs(0.5)).toEqual({ status: 'pending', retryInMs: delayMs });
      expect(retryInMs(1)).toEqual({ status: 'pending', retryInMs: delayMs * 1.2 });
    },
  );

  it.each<[string, Answer, number, number, ReturnType<typeof verdictOf>]>([
    ['a success ends the delivery', answer(null), 1, 0.5, { status: 'succeeded' }],
    ['a late success too', answer(null), 10, 0.5, { status: 'succeeded' }],
    ['no retry after the tenth attempt', answer('http_status'), 10, 0.5, { status: 'failed' }],
    ['a refused address is not tried again', answer('blocked'), 1, 0.5, { status: 'blocked' }],
    [
      'the end of a receiver that is gone comes with the end of its endpoint',
      answer('http_status', { responseStatus: 410 }),
      1,
      0.5,
      { status: 'pending', retryInMs: 5_000 },
    ],
    [
      'Retry-After is not shortened',
      answer('http_status', { retryAfterMs: 7_000 }),
      1,
      0,
      { status: 'pending', retryInMs: 7_000 },
    ],
    [
      'nor does it shorten',
      answer('http_status', { retryAfterMs: 100 }),
      1,
      0,
      { status: 'pending', retryInMs: 4_000 },
    ],
    ['nor add an attempt', answer('http_status', { retryAfterMs: 100 }), 10, 0, { status: 'failed' }],
  ])('%s', (_, ended, attempts, random, expected) =>
    expect(verdictOf(ended, attempts, random)).toEqual(expected),
  );
});
