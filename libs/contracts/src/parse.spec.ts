import { AppError } from '@chat/errors';
import {
  Bool,
  Digits,
  Id,
  Int,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Timestamp,
} from './fields';
import { parse } from './parse';

class Item {
  @Text({ max: 3 }) name!: string;
}

class Sample {
  @Optional() @Id() id?: number;
  @Optional() @Int({ min: 1, max: 5 }) count?: number;
  @Optional() @Bool() flag?: boolean;
  @Optional() @Text({ max: 3 }) text?: string;
  @Optional() @Digits({ min: 2, max: 4 }) digits?: string;
  @Optional() @OneOf(['a', 'b']) choice?: string;
  @Optional() @TextList({ max: 3, maxItems: 2 }) texts?: string[];
  @Optional() @Nested(() => Item) item?: Item;
  @Optional() @ListOf(() => Item) items?: Item[];
  @Optional() @Timestamp() at?: string;
}

class Answer {
  @Nullable() @Id() id!: number | null;
}

const problemsOf = (value: unknown, dto: new () => object = Sample): Record<string, string[]> => {
  try {
    parse(dto, value);
    return {};
  } catch (error) {
    return (error as AppError).details.errors ?? {};
  }
};

describe('parse', () => {
  it.each([
    ['nothing at all', {}],
    ['null for an optional member', { id: null }],
    ['the bounds', { id: 1, count: 5, digits: '12', texts: ['abc', 'd'] }],
    ['code points, not UTF-16 units', { text: '👍👍👍' }],
    ['nested objects and lists', { item: { name: 'x' }, items: [{ name: 'y' }] }],
    ['a timestamp', { at: '2026-01-31T10:20:30.000+00:00' }],
  ])('takes %s', (_, value) => {
    expect(problemsOf(value)).toEqual({});
  });

  it('trims texts', () => {
    expect(parse(Sample, { text: '  ab ' })).toMatchObject({ text: 'ab' });
  });

  it.each([
    ['id', 0],
    ['id', 1.5],
    ['id', '1'],
    ['id', 2 ** 53],
    ['count', 6],
    ['flag', 'true'],
    ['text', ''],
    ['text', '   '],
    ['text', 'abcd'],
    ['text', '👍👍👍👍'],
    ['text', 5],
    ['digits', '1'],
    ['digits', '１２'],
    ['digits', '12\n'],
    ['choice', 'c'],
    ['texts', ['abcd']],
    ['texts', ['a', 'b', 'c']],
    ['texts', 'a'],
    ['item', 'x'],
    ['item', []],
    ['items', [1]],
    ['at', '2026-01-31'],
  ])('refuses %s: %j with one sentence that names it', (member, value) => {
    const problems = problemsOf({ [member]: value });
    expect(Object.keys(problems)).toEqual([member]);
    expect(problems[member]).toHaveLength(1);
    expect(problems[member]![0]).toMatch(new RegExp(`^${member} must be .*\\.$`));
  });

  it('names the path of a nested problem', () => {
    expect(Object.keys(problemsOf({ items: [{ name: 'ok' }, { name: 'long' }] }))).toEqual(['items.1.name']);
    expect(Object.keys(problemsOf({ item: { name: 'x', other: 1 } }))).toEqual(['item.other']);
  });

  it.each(['other', '__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'refuses the unknown member %s',
    (name) => {
      expect(Object.keys(problemsOf(JSON.parse(`{"${name}":1}`)))).toEqual([name]);
    },
  );

  it.each([null, undefined, 1, 'text', [], true])('refuses %j where an object belongs', (value) => {
    expect(problemsOf(value)).toEqual({ body: ['Send a JSON object.'] });
  });

  it('lets a nullable member be null but never absent', () => {
    expect(problemsOf({ id: null }, Answer)).toEqual({});
    expect(Object.keys(problemsOf({}, Answer))).toEqual(['id']);
  });
});
