import type { HistoryMessage } from '@chat/contracts/messaging';
import { onceEach, toPastMessage, type PastMessage } from './history.rules';

const channel = { accountId: 1, channelId: 7, connector: 'cloud-connector' };
const message = (change: Partial<HistoryMessage> = {}): HistoryMessage => ({
  chat_message_id: 'wamid.1',
  direction: 'outbound',
  phone: '4915112345678',
  content: { type: 'text', text: 'Hi' },
  status: 'read',
  sent_at: '2026-01-01T10:00:00.000+00:00',
  ...change,
});

describe('a message of the past', () => {
  it.each<[string, Partial<HistoryMessage>, Partial<PastMessage>]>([
    ['of the business is the app’s', {}, { source: 'app', status: 'read', error: null }],
    ['of a customer is delivered', { direction: 'inbound' }, { source: 'customer', status: 'delivered' }],
    [
      'that the app failed to send says so',
      { status: 'failed' },
      { status: 'failed', error: expect.objectContaining({ code: 'provider_error' }) as never },
    ],
    ['of a customer has no error', { direction: 'inbound', status: 'failed' }, { error: null }],
  ])('%s', (_, change, expected) => {
    expect(toPastMessage(message(change), channel)).toMatchObject({ ...channel, ...expected });
  });
});

describe('onceEach', () => {
  const past = (change: Partial<HistoryMessage>) => toPastMessage(message(change), channel);
  const placeholder = { content: { type: 'unsupported', raw: '{"type":"media_placeholder"}' } } as const;

  it('orders by time, and keeps each id once', () => {
    const later = past({ chat_message_id: 'b', sent_at: '2026-01-01T11:00:00.000+00:00' });
    const earlier = past({ chat_message_id: 'a' });
    expect(onceEach([later, earlier, { ...earlier }])).toEqual([earlier, later]);
  });

  it.each([
    ['before', [past(placeholder), past({})]],
    ['after', [past({}), past(placeholder)]],
  ])('prefers what says something to a placeholder that came %s', (_, both) => {
    expect(onceEach(both)).toEqual([past({})]);
  });

  it.each([false, true])(
    'believes the placeholder about who sent its media, the media first: %s',
    (isFirst) => {
      const both = [past(placeholder), past({ direction: 'inbound' })];
      expect(onceEach(isFirst ? both.toReversed() : both)).toEqual([past({})]);
    },
  );
});
