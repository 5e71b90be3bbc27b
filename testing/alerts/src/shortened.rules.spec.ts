import { shortened } from './shortened.rules';

const shorten = (expr: string, duration?: string) => {
  const rule = { alert: 'Late', expr, ...(duration && { for: duration }) };
  return shortened({ groups: [{ name: 'group', rules: [rule] }] }, 20).groups[0]!.rules[0]!;
};

describe('shortened rules', () => {
  it.each([
    ['a range', 'sum(rate(a_total[5m])) > 0.1', 'sum(rate(a_total[15000ms])) > 0.1'],
    [
      'a subquery',
      'count_over_time((a > 0)[4h:10m]) >= 3',
      'count_over_time((a > 0)[720000ms:30000ms]) >= 3',
    ],
    ['an offset', 'max(a offset 1h) >= max(a)', 'max(a offset 180000ms) >= max(a)'],
    [
      'the limit of an age',
      'max by (b) (c_age_seconds{d="e"}) > 300',
      'max by (b) (c_age_seconds{d="e"}) > 15',
    ],
  ])('have %s divided', (_, expr, expected) => {
    expect(shorten(expr).expr).toBe(expected);
  });

  it.each(['max(a_pending) > 1000', 'max(lag_p99_seconds) > 0.25', '14.4 * (1 - chat:sli_objective)'])(
    'keep what is no time: %s',
    (expr) => {
      expect(shorten(expr).expr).toBe(expr);
    },
  );

  it('have their duration divided', () => {
    expect(shorten('up == 0', '2m')).toEqual({ alert: 'Late', expr: 'up == 0', for: '6000ms' });
  });
});
