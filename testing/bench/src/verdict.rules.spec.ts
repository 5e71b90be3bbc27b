import { atLeast, atMost, formatVerdicts, openIfDisturbed } from './verdict.rules';

const spread = (median: number) => ({ median, min: 0, max: 9 });

it.each([
  ['a median at its lower limit', atLeast('rate', 0.6, spread(0.6)), 'met'],
  ['a median below its lower limit', atLeast('rate', 0.6, spread(0.59)), 'missed'],
  ['a median at its upper limit', atMost('p50', 2, spread(2)), 'met'],
  ['a median above its upper limit', atMost('p50', 2, spread(2.1)), 'missed'],
  ['a figure that was not measured', atMost('CPU', 2, null), 'missed'],
] as const)('%s is %s', (_case, { finding }, expected) => {
  expect(finding).toBe(expected);
});

it('is open, neither met nor missed, if the row stayed disturbed', () => {
  const verdicts = [atLeast('rate', 0.6, spread(1)), atMost('CPU', 2, null)];
  expect(openIfDisturbed(verdicts, { disturbed: 0 })).toEqual(verdicts);
  expect(openIfDisturbed(verdicts, { disturbed: 1 }).map(({ finding }) => finding)).toEqual(['open', 'open']);
});

it('gives each goal a line', () => {
  const verdicts = [atLeast('rate', 0.6, spread(1)), atMost('CPU', 2, null)];
  const text = formatVerdicts([{ name: 'ping', verdicts }]).replaceAll(/ +/g, ' ');
  expect(text).toContain('ping: rate >= 0.6 1.00 (0.00-9.00) met');
  expect(text).toContain('ping: CPU <= 2 unknown missed');
  expect(formatVerdicts([{ name: 'ping', verdicts: [] }])).toBe('');
});
