import { jestRuns, readOptions } from './options.rules';

describe('readOptions', () => {
  it.each([
    [[], { topology: 'direct', node: null, changed: false, jest: [] }],
    [
      ['apps/crm', '--randomize'],
      { topology: 'direct', node: null, changed: false, jest: ['apps/crm', '--randomize'] },
    ],
    [
      ['--node', '24', '-i', '--topology', 'ingress', 'testing/e2e'],
      { topology: 'ingress', node: '24', changed: false, jest: ['-i', 'testing/e2e'] },
    ],
    [['--changed'], { topology: 'direct', node: null, changed: true, jest: [] }],
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

describe('jestRuns', () => {
  const options = { topology: 'direct', node: null, changed: false, jest: [] } as const;
  const changes = { since: 'abc', files: ['apps/crm/src/contacts/contacts.service.ts'] };

  it('selects journeys behind an ingress, with the given arguments before the lists', () => {
    const [args, ...others] = jestRuns(
      { ...options, topology: 'ingress', jest: ['cloud.e2e-spec'] },
      changes,
    );
    expect(args?.slice(0, 2)).toEqual(['cloud.e2e-spec', '--testPathIgnorePatterns']);
    expect(args?.slice(-2)).toEqual(['--selectProjects', 'e2e']);
    expect(others).toEqual([]);
  });

  it('runs what imports a change, and the journeys if the product has changed', () => {
    const [specs, journeys] = jestRuns({ ...options, changed: true }, changes);
    expect(specs).toEqual(expect.arrayContaining(['--changedSince', 'abc', 'unit', 'integration']));
    expect(journeys).toEqual(expect.arrayContaining(['e2e']));
  });

  it('runs no journey if only documents or benches have changed', () => {
    const files = ['docs/testing.md', 'testing/bench/src/main.ts'];
    expect(jestRuns({ ...options, changed: true }, { ...changes, files })).toHaveLength(1);
  });
});
