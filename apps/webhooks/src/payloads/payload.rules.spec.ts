import { ageMsOf, recordsOfPayload, toPayload } from './payload.rules';

describe('toPayload', () => {
  it('returns type, timestamp and the unchanged data, in this order', () =>
    expect(
      toPayload({
        type: 'message.sent',
        time: '2026-01-31T10:20:30.123Z',
        data: { message: { id: 7, message: 'naïve "ok" \u0000 €' }, nothing: null },
      }),
    ).toBe(
      '{"type":"message.sent","timestamp":"2026-01-31T10:20:30.123+00:00",' +
        '"data":{"message":{"id":7,"message":"naïve \\"ok\\" \\u0000 €"},"nothing":null}}',
    ));
});

describe('ageMsOf', () => {
  const time = '2026-01-31T10:20:30.123Z';
  const payload = toPayload({ type: 'message.sent', time, data: { timestamp: 'another' } });

  it.each([
    ['the time since the event', payload, 5_000, 5_000],
    ['nothing where the clocks differ', payload, -5_000, 0],
    ['nothing where there is no time', '{}', 5_000, 0],
  ])('%s', (_, body, laterMs, expected) => expect(ageMsOf(body, Date.parse(time) + laterMs)).toBe(expected));
});

describe('recordsOfPayload', () => {
  const payload = (type: string, data: object) => toPayload({ type, time: '2026-01-31T10:20:30.123Z', data });

  it.each([
    [
      'the message with its conversation and channel',
      payload('message.sent', {
        message: { id: 17, conversation_id: 4, chat_account_id: 7, chat_message_id: 'wamid.4915112345678' },
      }),
      { eventType: 'message.sent', messageId: 17, conversationId: 4, channelId: 7 },
    ],
    [
      'only the type of another event',
      payload('contact.created', { contact: { id: 3 } }),
      { eventType: 'contact.created' },
    ],
  ])('returns %s', (_, body, expected) => expect(recordsOfPayload(body)).toEqual(expected));
});
