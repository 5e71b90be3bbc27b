import { judgeProjection } from './projections.rules';

const one = { key: '1', value: 'a' };

describe('judgeProjection', () => {
  it('accepts an identical copy', () => {
    expect(judgeProjection('copy', [one], [one])).toEqual([]);
  });

  it.each([
    ['a missing entry', [one], []],
    ['an outdated value', [one], [{ key: '1', value: 'b' }]],
    ['a deleted entry', [], [one]],
  ])('reports %s', (_case, truth, copy) => {
    expect(judgeProjection('copy', truth, copy).map(({ kind }) => kind)).toEqual(['lost']);
  });
});
