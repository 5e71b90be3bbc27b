import { channelOf, toPayload } from './payload.rules';

describe('toPayload', () => {
  it('has the members type, timestamp and data, in this order, with the data as it came', () =>
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

describe('channelOf', () => {
  it.each([
    ['a message', { message: { chat_account_id: 3 } }, 3],
    ['a device', { device: { id: 4 } }, 4],
    ['anything else', { webhook_id: 5 }, null],
  ])('%s', (_, data, expected) => expect(channelOf(data as Parameters<typeof channelOf>[0])).toBe(expected));
});
