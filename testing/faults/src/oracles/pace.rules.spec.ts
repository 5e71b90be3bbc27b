import { judgePace, type Recovery } from './pace.rules';

const good: Recovery = { firstSuccessMs: { sends: 400 }, settledMs: 3_000, clearedMs: 3_100 };

describe('judgePace', () => {
  it('accepts a timely recovery', () => {
    expect(judgePace(good, '')).toEqual([]);
  });

  it.each<[string, Partial<Recovery>, string]>([
    ['late', { firstSuccessMs: { sends: 5_001 } }, 'sends succeeded after 5.0 s'],
    ['late', { firstSuccessMs: { sends: null } }, 'sends succeeded not at all'],
    ['unsettled', { settledMs: 30_001 }, 'the sends were settled after 30.0 s'],
    ['late', { clearedMs: 30_001 }, 'the backlog was cleared after 30.0 s'],
    ['unsettled', { clearedMs: null }, 'the backlog was never cleared: 3 events'],
  ])('reports %s: %j', (kind, changes, what) => {
    expect(judgePace({ ...good, ...changes }, '3 events')).toEqual([{ kind, what }]);
  });
});
