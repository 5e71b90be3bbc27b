import { judgeProjection } from './projections.rules';

const one = { key: '1', value: 'a' };

describe('judgeProjection', () => {
  it('accepts a copy that is the same', () => {
    expect(judgeProjection('copy', [one], [one])).toEqual([]);
  });

  it.each([
    ['an entry that is missing', [one], []],
    ['an old value', [one], [{ key: '1', value: 'b' }]],
    ['an entry that is gone', [], [one]],
  ])('finds %s', (_case, truth, copy) => {
    expect(judgeProjection('copy', truth, copy).map(({ kind }) => kind)).toEqual(['lost']);
  });
});
