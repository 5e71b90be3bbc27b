import { judgeRecords, type Change } from './records.rules';

const done = (value: string | null): Change => ({ value, outcome: 'done' });
const unknown = (value: string | null): Change => ({ value, outcome: 'unknown' });
const refused = (value: string | null): Change => ({ value, outcome: 'refused' });

const judge = (changes: Change[], stored: string | null) =>
  judgeRecords([{ key: 'contact 1', changes }], new Map(stored === null ? [] : [['contact 1', stored]])).map(
    ({ kind }) => kind,
  );

describe('judgeRecords', () => {
  it.each<[Change[], string | null]>([
    [[done('a')], 'a'],
    [[done('a'), done('b')], 'b'],
    [[done('a'), done(null)], null],
    [[done('a'), unknown('b')], 'a'],
    [[done('a'), unknown('b')], 'b'],
    [[done('a'), unknown('b'), done('c')], 'b'],
    [[unknown('a')], null],
    [[done('a'), unknown(null)], null],
    [[done('a'), refused('b')], 'a'],
  ])('after %j accepts %j', (changes, stored) => {
    expect(judge(changes, stored)).toEqual([]);
  });

  it.each<[string, Change[], string | null]>([
    ['lost', [done('a')], null],
    ['lost', [done('a'), done('b')], 'a'],
    ['wrong', [done('a'), refused('b')], 'b'],
    ['wrong', [done('a'), done(null)], 'z'],
  ])('reports %s: after %j there is %j', (kind, changes, stored) => {
    expect(judge(changes, stored)).toEqual([kind]);
  });
});
