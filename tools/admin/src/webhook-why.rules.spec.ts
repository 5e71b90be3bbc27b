import type { InspectedWebhook } from '@chat/contracts/webhooks';
import { whyOf } from './webhook-why.rules';

const T = '2026-01-31T10:20:30.000+00:00';

const well: InspectedWebhook = {
  ...({
    id: 5,
    account_id: 3,
    host: 'shop.acme.test',
    status: 'active',
    failing_since: null,
    failures: 0,
  } as const),
  ...({
    disabled_reason: null,
    disabled_at: null,
    events: null,
    created_at: T,
    updated_at: T,
    pending: 0,
  } as const),
  ...({ succeeded: 4, failed: 0, blocked: 0, pending_since: null, lane: 'idle', due_at: null } as const),
  ...({ last_attempts: [], troubled: [] } as const),
};

const attempt = (error: string, response_status: number | null = null) => [
  { number: 1, at: T, response_status, error, duration_ms: 12 },
];

describe('what is wrong with an endpoint', () => {
  it.each<[string, Partial<InspectedWebhook>, string]>([
    ['nothing', {}, 'It is healthy, and nothing waits.'],
    [
      'an answer of 500',
      {
        ...({ failing_since: T, pending: 12, lane: 'retrying', due_at: T } as const),
        last_attempts: attempt('http_status', 500),
      },
      `No delivery has succeeded since ${T}. It answers with an error (500). It gets one request at a time, the next ` +
        `one at ${T}; 12 deliveries wait. The receiver must be repaired; what waits is delivered then.`,
    ],
    [
      'a certificate',
      { failing_since: T, pending: 1, lane: 'busy', last_attempts: attempt('tls') },
      `No delivery has succeeded since ${T}. Its TLS handshake fails: check its certificate. 1 delivery waits. ` +
        'The receiver must be repaired; what waits is delivered then.',
    ],
    [
      'a receiver that is gone',
      { status: 'disabled', disabled_reason: 'gone', last_attempts: attempt('http_status', 410) },
      'It is disabled, since its receiver answered 410. Its account must enable it again. It answers with an error (410).',
    ],
    [
      'a backlog',
      { pending: 3, pending_since: T, lane: 'held', failed: 2 },
      `It responds; 3 deliveries wait, the oldest since ${T}. 2 deliveries were given up; resend them later.`,
    ],
    [
      'a flood of its answers',
      { pending: 3, pending_since: T, last_attempts: attempt('protocol') },
      `It responds; 3 deliveries wait, the oldest since ${T}. Its latest failures cost more than usual, so it gets one ` +
        'request at a time for ten minutes.',
    ],
  ])('is %s', (_, change, expected) => expect(whyOf({ ...well, ...change })).toBe(expected));
});
