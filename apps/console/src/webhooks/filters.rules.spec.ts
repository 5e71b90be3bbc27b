import { deliveryStatuses } from '@chat/contracts/webhooks';
import { readLogView, sinceOf, statuses } from './filters.rules';

describe('the log of an endpoint', () => {
  it.each([
    [{}, {}],
    [
      { status: 'failed', event: 'message.received', delivery: '7' },
      { status: 'failed', event: 'message.received', delivery: 7 },
    ],
    [{ status: 'lost', event: 3, delivery: '-1', other: 'x' }, {}],
    [{ event: 'x'.repeat(200) }, { event: 'x'.repeat(100) }],
  ])('reads of an address with %j what it shows', (search, view) => {
    expect(readLogView(search)).toEqual(view);
  });

  it('can be asked for every status', () => {
    expect([...statuses].sort()).toEqual([...deliveryStatuses].sort());
  });

  it('counts a span back from now', () => {
    expect(sinceOf('24', Date.parse('2026-01-02T00:00:00Z'))).toBe('2026-01-01T00:00:00.000Z');
  });
});
