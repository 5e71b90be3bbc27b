import { atLeast, atMost, formatVerdicts } from './verdict.rules';

const spread = (median: number) => ({ median, min: 0, max: 9 });

it.each([
  ['a median at its lower limit', atLeast('rate', 0.6, spread(0.6)), true],
  ['a median below its lower limit', atLeast('rate', 0.6, spread(0.59)), false],
  ['a median at its upper limit', atMost('p50', 2, spread(2)), true],
  ['a median above its upper limit', atMost('p50', 2, spread(2.1)), false],
  ['a figure that was not measured', atMost('CPU', 2, null), false],
])('%s: met is %s', (_case, { isMet }, expected) => {
  expect(isMet).toBe(expected);
});

it('gives each goal a line', () => {
  const verdicts = [atLeast('rate', 0.6, spread(1)), atMost('CPU', 2, null)];
  const text = formatVerdicts([{ name: 'ping', verdicts }]).replaceAll(/ +/g, ' ');
  expect(text).toContain('ping: rate >= 0.6 1.00 (0.00-9.00) met');
  expect(text).toContain('ping: CPU <= 2 unknown missed');
  expect(formatVerdicts([{ name: 'ping', verdicts: [] }])).toBe('');
});
