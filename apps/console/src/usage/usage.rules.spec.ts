import { byChannel, byDay, daysUntil, delivered, readUsageFilters, roundUp } from './usage.rules';

const counts = [
  { start: '2026-01-01T00:00:00.000Z', chat_account_id: 1, status: 'sent', count: 3 },
  { start: '2026-01-01T00:00:00.000Z', chat_account_id: 2, status: 'sent', count: 4 },
  { start: '2026-01-02T00:00:00.000Z', chat_account_id: 1, status: 'delivered', count: 2 },
  { start: '2026-01-02T00:00:00.000Z', chat_account_id: 1, status: 'dreamt', count: 9 },
  { start: '2025-12-31T00:00:00.000Z', chat_account_id: 1, status: 'sent', count: 9 },
];
const days = ['2026-01-01', '2026-01-02'];

describe('days', () => {
  it('end today, in UTC as they are counted', () => {
    expect(daysUntil(Date.parse('2026-01-02T23:59:00Z'), 2)).toEqual(days);
  });
});

describe('counts', () => {
  it('are added up by day, and only those of the days and of what is known', () => {
    const [first, second] = byDay(counts, days);
    expect(first).toMatchObject({ sent: 7, delivered: 0 });
    expect(second).toMatchObject({ sent: 0, delivered: 2, received: 0, read: 0, failed: 0 });
  });

  it('are those of one channel if it is chosen', () => {
    expect(byDay(counts, days, 2).map(({ sent }) => sent)).toEqual([4, 0]);
  });

  it('are added up by channel', () => {
    expect([...byChannel(counts, days)].map(([id, { sent, delivered: d }]) => [id, sent, d])).toEqual([
      [1, 3, 2],
      [2, 4, 0],
    ]);
  });
});

describe('the share that was delivered', () => {
  const numbers = { received: 0, sent: 4, delivered: 3, read: 0, failed: 0 };
  it.each([
    [numbers, 0.75],
    [{ ...numbers, delivered: 5 }, 1],
    [{ ...numbers, sent: 0 }, null],
  ])('of %j is %s', (given, share) => {
    expect(delivered(given)).toBe(share);
  });
});

describe('the end of an axis', () => {
  it.each([
    [0, 4],
    [5, 5],
    [11, 20],
    [41, 50],
    [799, 800],
    [1001, 2000],
  ])('for %i is %i', (value, end) => {
    expect(roundUp(value)).toBe(end);
  });
});

describe('the filters of usage', () => {
  it('are read from an address that anyone may have written', () => {
    expect(readUsageFilters({ days: '7', channel: '3' })).toEqual({ days: '7', channel: 3 });
    expect(readUsageFilters({ days: '8', channel: 'x' })).toEqual({});
  });
});
