import { toPayload } from './payload.rules';

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
