import { judgeSequences } from './sequences.rules';

const places = (...sequences: number[]) => sequences.map((sequence) => ({ conversationId: 1, sequence }));

describe('judgeSequences', () => {
  it('accepts numbers without a gap, in any order', () => {
    expect(judgeSequences([...places(2, 1, 3), { conversationId: 2, sequence: 1 }])).toEqual([]);
  });

  it.each([
    ['a gap', places(1, 3)],
    ['a repeat', places(1, 2, 2)],
    ['a missing beginning', places(2, 3)],
  ])('reports %s', (_case, given) => {
    expect(judgeSequences(given)).toHaveLength(1);
  });
});
