import type { Explanation } from '../api/explanations';
import { findingsOf, stepsOf } from './trail.rules';

const time = (second: number) => `2026-01-31T10:20:${String(second).padStart(2, '0')}.000+00:00`;
const NOW = Date.parse(time(59));
const LATER = NOW + 10 * 60_000;

type Change = Partial<Omit<Explanation, 'message'>> & { message?: Partial<Explanation['message']> };

const delivery = {
  ...{ id: 88, webhook_id: 5, event: 'message.sent', status: 'succeeded' as const, response_status: 200 },
  ...{ error: null, next_retry_at: null, updated_at: time(4) },
};
const explained = ({ message, ...change }: Change = {}): Explanation => ({
  message: {
    ...{ direction: 'outbound', status: 'delivered', error: null, media: null, request_id: 'r' },
    ...{ trace_id: 't', credential_id: 'ck_1', created_at: time(1), sent_at: time(3) },
    ...{ delivered_at: time(5), read_at: null, failed_at: null, settles_at: null, events: [] },
    ...message,
  },
  channel: null,
  send: { state: 'accepted', reason: null, begun_at: time(2) },
  deliveries: [delivery],
  webhooks: [{ id: 5, host: 'shop.test' }],
  searched_until: null,
  missing: [],
  ...change,
});
const findings = (change: Change, now = NOW) => findingsOf(explained(change), now).map(({ what }) => what);

describe('what happened to a message', () => {
  it('is told from the oldest step to the newest, with what endpoints were told', () => {
    expect(stepsOf(explained()).map((step) => [step.what, step.at])).toEqual([
      ['created', time(1)],
      ['begun', time(2)],
      ['sent', time(3)],
      ['told', time(4)],
      ['delivered', time(5)],
    ]);
    expect(stepsOf(explained())[3]).toMatchObject({ host: 'shop.test' });
  });

  it('begins with the arrival of a message of the customer, and names an endpoint that is gone by its id', () => {
    const steps = stepsOf(explained({ message: { direction: 'inbound' }, webhooks: [] }));
    expect(steps.map(({ what }) => what)).toEqual(['told', 'received']);
    expect(steps[0]).toMatchObject({ host: '5' });
  });

  it.each([
    ['nothing, if it arrived', {}, []],
    ['that nobody knows whether it was sent', { message: { status: 'unknown' } }, ['unknown']],
    ['that it is on its way', { message: { status: 'queued', settles_at: time(58) } }, ['queued']],
    ['that its file is lost', { message: { media: 'lost' } }, ['lost']],
    ['that there is no endpoint', { deliveries: [], webhooks: [] }, ['nobody']],
    ['that no endpoint was told', { deliveries: [] }, ['unheard']],
    ['how far was searched', { deliveries: [], searched_until: time(9) }, ['searched']],
    ['who did not answer', { deliveries: [], webhooks: [], missing: ['webhooks'] }, ['missing']],
    [
      'that its channel is away',
      {
        message: { status: 'sent' },
        channel: {
          ...{ kind: 'device', connection_status: 'connected', session_status: 'LOST' },
          ...{ last_error: null, changed_at: time(1) },
        },
      },
      ['sent', 'away'],
    ],
  ] as [string, Change, string[]][])('means %s', (_, change, expected) => {
    expect(findings(change)).toEqual(expected);
  });

  it('names the codes of a failure, of the network, too', () => {
    const error = { code: 'provider_error', message: 'Renew it.', provider: { code: '190' } };
    const send = { state: 'refused', reason: 'token_invalid', begun_at: null };
    expect(findingsOf(explained({ message: { status: 'failed', error }, send }), NOW)).toEqual([
      { what: 'failed', why: 'Renew it.', codes: ['provider_error', 'token_invalid', '190'] },
    ]);
  });

  it('says what takes longer than usual', () => {
    const events = [{ created_at: time(3), published_at: null }];
    expect(findings({ message: { status: 'queued', settles_at: time(5) } }, LATER)).toEqual(['overdue']);
    expect(findings({ message: { events } }, LATER)).toEqual(['waiting']);
    expect(findings({ message: { events } })).toEqual([]);
  });
});
