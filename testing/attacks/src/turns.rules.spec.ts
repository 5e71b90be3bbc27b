import { turnsOf } from './turns.rules';

describe('turnsOf', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['a', ['a']],
    ['ab', ['a', 'b']],
    ['aXb', ['a', 'X', 'b']],
    ['aXYbZ', ['a', 'XY', 'b', 'Z']],
    ['XYZ', ['XYZ']],
  ])('divides %j, whose capitals may share a turn, into %j', (items, turns) => {
    const mayShare = (item: string) => item === item.toUpperCase();
    expect(turnsOf([...items], mayShare).map((turn) => turn.join(''))).toEqual(turns);
  });
});
