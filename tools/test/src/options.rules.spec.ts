import { jestArguments, readOptions } from './options.rules';

describe('readOptions', () => {
  it.each([
    [[], { topology: 'direct', node: null, jest: [] }],
    [['apps/crm', '--randomize'], { topology: 'direct', node: null, jest: ['apps/crm', '--randomize'] }],
    [
      ['--node', '24', '-i', '--topology', 'ingress', 'testing/e2e'],
      { topology: 'ingress', node: '24', jest: ['-i', 'testing/e2e'] },
    ],
  ])('reads %j', (args, expected) => {
    expect(readOptions(args)).toEqual(expected);
  });

  it.each([
    [['--topology', 'mesh'], '--topology is direct or ingress, not mesh.'],
    [['--node'], '--node needs a value.'],
    [['--node', '-i'], '--node needs a value.'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe('jestArguments', () => {
  it('selects journeys behind an ingress, with the given arguments before the lists', () => {
    const args = jestArguments({ topology: 'ingress', node: null, jest: ['cloud.e2e-spec'] });
    expect(args.slice(0, 2)).toEqual(['cloud.e2e-spec', '--testPathIgnorePatterns']);
    expect(args.slice(-2)).toEqual(['--selectProjects', 'e2e']);
  });
});
