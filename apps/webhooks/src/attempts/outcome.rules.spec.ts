import type { AttemptResult } from './claimed-delivery';
import { outcomesOf, type Outcome } from './outcome.rules';

const attempt = (
  webhookId: number,
  status: number,
  {
    mayRecover = false,
    isRetrying = false,
    retryAfterMs = null as number | null,
    url = 'https://shop.example/',
    isExcessive = false,
  } = {},
): AttemptResult =>
  ({
    delivery: { accountId: 1, webhookId, url, mayRecover, isRetrying, isProven: true },
    error: status === 200 ? null : 'http_status',
    responseStatus: status,
    retryAfterMs,
    isExcessive,
  }) as AttemptResult;
const outcome = (webhookId: number, more: Partial<Outcome>): Outcome => ({
  accountId: 1,
  webhookId,
  hasSuccess: false,
  failures: 0,
  url: 'https://shop.example/',
  isProven: null,
  isGone: false,
  wasTrial: false,
  restMs: 0,
  ...more,
});

describe('outcomesOf', () => {
  it.each<[string, AttemptResult[], Outcome[]]>([
    ['nothing where all goes well', [attempt(1, 200), attempt(1, 200)], []],
    ['a failure', [attempt(1, 500)], [outcome(1, { failures: 1 })]],
    ['failures are counted', [attempt(1, 500), attempt(1, 503)], [outcome(1, { failures: 2 })]],
    [
      'any success counts',
      [attempt(1, 500), attempt(1, 200)],
      [outcome(1, { hasSuccess: true, isProven: true, failures: 1 })],
    ],
    [
      'a success after failures',
      [attempt(1, 200, { mayRecover: true })],
      [outcome(1, { hasSuccess: true, isProven: true })],
    ],
    [
      'a success at another address is none at the last one',
      [attempt(1, 200, { url: 'https://old.example/' }), attempt(1, 500)],
      [outcome(1, { hasSuccess: true, failures: 1 })],
    ],
    [
      'a success whose exchange was excessive',
      [attempt(1, 200), attempt(1, 200, { isExcessive: true })],
      [outcome(1, { hasSuccess: true, isProven: false })],
    ],
    ['a trial', [attempt(1, 500, { isRetrying: true })], [outcome(1, { failures: 1, wasTrial: true })]],
    ['each endpoint for itself', [attempt(1, 500), attempt(2, 200)], [outcome(1, { failures: 1 })]],
    [
      'gone, whatever else came',
      [attempt(1, 410), attempt(1, 200)],
      [outcome(1, { hasSuccess: true, isProven: true, failures: 1, isGone: true })],
    ],
    [
      'not gone where the last one went to another address',
      [attempt(1, 410, { url: 'https://old.example/' }), attempt(1, 500)],
      [outcome(1, { failures: 2 })],
    ],
    [
      'the longest rest',
      [attempt(1, 429, { retryAfterMs: 9 }), attempt(1, 503, { retryAfterMs: 5 })],
      [outcome(1, { failures: 2, restMs: 9 })],
    ],
    [
      'a rest of a second after an exchange that may have cost more than a normal one',
      [attempt(1, 500), attempt(1, 0, { isExcessive: true })],
      [outcome(1, { failures: 2, isProven: false, restMs: 1_000 })],
    ],
  ])('%s', (_, attempts, expected) => expect(outcomesOf(attempts, new Set())).toEqual(expected));

  it('includes a success of a delivery claimed before the endpoint failed', () =>
    expect(outcomesOf([attempt(1, 200), attempt(2, 200)], new Set([1]))).toEqual([
      outcome(1, { hasSuccess: true, isProven: true }),
    ]));
});
