import { describeConsole, type Round } from './report.rules';

const round: Round = {
  ...{ listMs: 900, threadMs: 300, rowNodes: 20, messageNodes: 40, movedPx: 0, idlePerMinute: 0 },
  arrivalsMs: [90, 100, 110],
  ...{ afterCutMs: 500, afterKillMs: null },
};

describe('the report of the console', () => {
  it('has a line for each figure, and for a killed gateway only where there was one', () => {
    const { text, isMissed } = describeConsole('10,000 conversations', [round]);
    expect(text).toContain('phone to page p99');
    expect(text).not.toContain('killed gateway');
    expect(isMissed).toBe(false);
  });

  it.each<[string, Partial<Round>]>([
    ['a thread that opens slowly', { threadMs: 1_001 }],
    ['a page that keeps all messages', { messageNodes: 401 }],
    ['a page that asks again and again', { idlePerMinute: 3 }],
    ['a place that is lost', { movedPx: 60 }],
    ['one arrival that takes long', { arrivalsMs: [90, 90, 1_500] }],
    ['a gateway whose end is noticed late', { afterKillMs: 3_000 }],
  ])('misses its goal by %s', (_, members) => {
    expect(describeConsole('x', [{ ...round, ...members }]).isMissed).toBe(true);
  });
});
