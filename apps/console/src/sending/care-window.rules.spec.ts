import { careWindow, countdownOf } from './care-window.rules';

const NOW = Date.parse('2026-01-02T00:00:00Z');

describe('the care window', () => {
  it.each([
    ['device', null, { kind: 'none' }],
    ['cloud', null, { kind: 'closed' }],
    ['cloud', '2026-01-02T00:00:00.000+00:00', { kind: 'closed' }],
    ['cloud', '2026-01-02T00:00:01.000+00:00', { kind: 'open', leftMs: 1_000 }],
  ] as const)('of a %s channel that ends at %s', (kind, expiresAt, window) => {
    expect(careWindow(kind, expiresAt, NOW)).toEqual(window);
  });

  it.each([
    [24 * 3_600_000 - 1, { unit: 'hours', count: 23 }],
    [2 * 3_600_000 - 1, { unit: 'minutes', count: 119 }],
    [60_000, { unit: 'minutes', count: 1 }],
    [59_999, { unit: 'seconds', count: 59 }],
    [-1, { unit: 'seconds', count: 0 }],
  ])('is counted down: %d ms', (ms, count) => {
    expect(countdownOf(ms)).toEqual(count);
  });
});
