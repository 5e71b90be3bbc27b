import { Problems } from '@chat/contracts';
import { largest, wrongCases } from '../testing/interactive-cases';
import { bodyOf, judgeInteractive } from './interactive.rules';

function problemsOf(interactive: object): string[] {
  const problems = new Problems();
  judgeInteractive(interactive, problems);
  return Object.keys(problems.list);
}

describe('an interactive message', () => {
  it.each(Object.entries(largest))(
    'of the kind %s is as large as the provider takes it',
    (_, interactive) => {
      expect(problemsOf(interactive)).toEqual([]);
    },
  );

  it.each(wrongCases().map((one) => [one.name, one] as const))(
    'is refused: %s',
    (_, { interactive, member }) => {
      const named = problemsOf(interactive);
      expect(named.filter((name) => name === member || name.startsWith(`${member}.`))).not.toEqual([]);
    },
  );

  it('is broken in more than 200 ways here', () => {
    expect(wrongCases().length).toBeGreaterThan(200);
  });

  it('is read by its body', () => {
    expect(bodyOf({ body: { text: 'Which?' } })).toBe('Which?');
    expect(bodyOf({ type: 'product' })).toBeNull();
  });
});
