import type { InspectedMessage } from '@chat/contracts/messaging';
import type { InspectedDelivery, SurveyedWebhook } from '@chat/contracts/webhooks';
import type { MessageReport } from './message-report';
import { whyOf } from './message-why.rules';

const NOW = new Date('2026-01-31T10:30:00.000Z');
const T = '2026-01-31T10:20:30.000+00:00';

const message: InspectedMessage = {
  ...({
    id: 1042,
    account_id: 3,
    channel_id: 7,
    conversation_id: 17,
    direction: 'outbound',
    source: 'api',
  } as const),
  ...({
    type: 'text',
    status: 'sent',
    error: null,
    media: null,
    connector: 'cloud-connector',
    request_id: null,
  } as const),
  ...({
    trace_id: null,
    credential_type: null,
    credential_id: null,
    created_at: T,
    sent_at: T,
    delivered_at: null,
  } as const),
  ...({
    read_at: null,
    failed_at: null,
    updated_at: T,
    settles_at: null,
    last_inbound_at: null,
    is_hidden: false,
  } as const),
  events: [],
};

const webhook: SurveyedWebhook = {
  ...({
    id: 5,
    account_id: 3,
    host: 'shop.acme.test',
    status: 'active',
    failing_since: T,
    failures: 3,
  } as const),
  ...({ disabled_reason: null, disabled_at: null } as const),
};

const delivery: InspectedDelivery = {
  ...({
    id: 88,
    webhook_id: 5,
    event_id: 'e',
    event: 'message.sent',
    status: 'pending',
    attempts: 3,
  } as const),
  ...({
    response_status: 500,
    error: 'http_status',
    duration_ms: 12,
    next_retry_at: T,
    created_at: T,
    updated_at: T,
  } as const),
};

const channel = {
  ...({ id: 7, account_id: 3, kind: 'cloud', connection_status: 'connected', session_status: null } as const),
  ...({ last_error: null, last_seen_at: null, changed_at: T } as const),
};

const report = (
  change: Partial<Omit<MessageReport, 'message'>> & { message?: Partial<InspectedMessage> },
): MessageReport => ({
  channel,
  send: null,
  deliveries: [],
  webhooks: [webhook],
  searched_until: null,
  dead_letters: [],
  ...change,
  message: { ...message, ...change.message },
});

const error = (code: string, providerCode?: string) => ({
  ...({ code, reason: null, message: 'Renew the channel.' } as const),
  provider: providerCode === undefined ? null : { code: providerCode, message: 'Invalid token' },
});

const send = (state: 'refused' | 'sending', reason: string | null = null) => ({
  ...({ state, error: null, reason, begun_at: T, updated_at: T } as const),
});

const event = (published_at: string | null) => ({
  event_id: 'e',
  type: 'message.sent',
  created_at: T,
  published_at,
});

describe('why a message was not delivered', () => {
  it.each([
    [
      'an invalid token',
      report({
        message: { status: 'failed', error: error('provider_error', '190'), sent_at: null },
        send: send('refused', 'token_invalid'),
        channel: { ...channel, connection_status: 'disconnected', last_error: 'The token is invalid.' },
      }),
      [
        'It failed before it left (provider_error, reason token_invalid, provider code 190): Renew the channel.',
        `Its channel 7 is disconnected since ${T}: The token is invalid.`,
      ],
    ],
    [
      'a failure after the acceptance',
      report({ message: { status: 'failed', error: error('invalid_phone', '131026') } }),
      [`It failed after it was accepted at ${T} (invalid_phone, provider code 131026): Renew the channel.`],
    ],
    [
      'a phone that is away',
      report({
        channel: {
          ...channel,
          kind: 'device',
          session_status: 'DISCONNECTED',
          connection_status: 'connected',
        },
      }),
      ['The network accepted it', `Its channel 7 is connected, its session DISCONNECTED since ${T}.`],
    ],
    ['an outcome that nobody knows', report({ message: { status: 'unknown' } }), ['Do not send it again.']],
    [
      'a connector that does not settle',
      report({ message: { status: 'queued', settles_at: T }, send: send('sending') }),
      ['Its outcome is overdue: messaging gets none from cloud-connector (its record says sending).'],
    ],
    [
      'a receiver that answers 500',
      report({ deliveries: [delivery] }),
      [
        'The webhook message.sent to endpoint 5 (shop.acme.test) (delivery 88) failed 3 times, the last time with ' +
          `http_status 500; next attempt at ${T}. See admin webhook show 5.`,
      ],
    ],
    [
      'a receiver that does not answer',
      report({
        deliveries: [{ ...delivery, attempts: 1, error: 'timeout', response_status: null }],
      }),
      [`(delivery 88) failed once with timeout; next attempt at ${T}.`],
    ],
    [
      'a disabled endpoint',
      report({
        deliveries: [{ ...delivery, status: 'failed', error: 'endpoint_disabled', response_status: null }],
      }),
      ['was given up: endpoint_disabled. See admin webhook show 5.'],
    ],
    [
      'a dead letter',
      report({ dead_letters: [{ service: 'webhooks', id: 4, consumer: 'c', event_type: 'message.sent' }] }),
      ['The event message.sent is a dead letter: admin dead-letters show webhooks 4, then replay it.'],
    ],
    [
      'a full stream',
      report({ message: { events: [event(null)] } }),
      [`1 of its events wait in the outbox of messaging since ${T}: NATS does not take them`],
    ],
    ['an account without endpoints', report({ webhooks: [] }), ['The account has no webhook endpoint']],
    [
      'an endpoint without a subscription',
      report({ message: { events: [event(T)] } }),
      ['no endpoint subscribes to its events'],
    ],
    [
      'too many deliveries to search',
      report({ searched_until: T }),
      [`No webhook of it was found among those stored until ${T}`],
    ],
    [
      'media that waits',
      report({ message: { media: 'awaited' } }),
      ['admin jobs list --service cloud-connector'],
    ],
    ['lost media', report({ message: { media: 'lost' } }), ['Its file could not be copied']],
    ['a deleted channel', report({ message: { is_hidden: true } }), ['Its channel is deleted']],
  ])('names %s', (_, given, sentences) => {
    const why = whyOf(given, NOW);
    for (const sentence of sentences) expect(why).toContain(sentence);
  });

  it('is that it was delivered, if it was', () => {
    const given = report({
      message: { status: 'read', delivered_at: T, read_at: T },
      deliveries: [{ ...delivery, status: 'succeeded', error: null }],
    });
    expect(whyOf(given, NOW)).toBe(`It was read at ${T}.`);
  });
});
