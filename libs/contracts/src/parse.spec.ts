import { AppError } from '@chat/errors';
import { Bool, Digits, Id, Int, OneOf, Text, Timestamp, Verbatim } from './fields';
import { parse, parsePart } from './parse';
import { IfGiven, Nullable, Optional } from './presence';
import { Problems } from './problems';
import { ListOf, Nested } from './structures';

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
  @Optional() @ListOf(Verbatim({ min: 1, max: 3 }), { maxItems: 2 }) texts?: string[];
  @Optional() @Nested(() => Item) item?: Item;
  @Optional() @ListOf(() => Item) items?: Item[];
  @Optional() @Timestamp() at?: string;
}

class Bounds {
  @Optional() @Int({ min: 1 }) page?: number;
  @Optional() @Text({ min: 0, max: 3 }) note?: string;
}

class Answer {
  @Nullable() @Id() id!: number | null;
}

class Update {
  @IfGiven() @Text({ max: 3 }) kept?: string;
  @IfGiven() @Nullable() @Text({ max: 3 }) cleared?: string | null;
}

const problemsOf = (value: unknown, dto: new () => object = Sample): Record<string, string[]> => {
  try {
    parse(dto, value, 'refused');
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
  ])('accepts %s', (_, value) => {
    expect(problemsOf(value)).toEqual({});
  });

  it('cleans names before it measures them', () => {
    expect(parse(Sample, { text: '  ab ' }, 'refused')).toMatchObject({ text: 'ab' });
    expect(parse(Sample, { text: '\u202ea\u200bb\u2066c\u2069' }, 'refused')).toMatchObject({ text: 'abc' });
    expect(problemsOf({ item: { name: '\u200b' } })).toHaveProperty(['item.name']);
  });

  it.each([
    ['id', 0],
    ['id', 1.5],
    ['id', '1'],
    ['id', 2 ** 53],
    ['count', 6],
    ['flag', 'true'],
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
  ])('rejects %s: %j with one sentence that names the member', (member, value) => {
    const problems = problemsOf({ [member]: value });
    expect(Object.keys(problems)).toEqual([member]);
    expect(problems[member]).toHaveLength(1);
    expect(problems[member]![0]).toMatch(new RegExp(`^${member} must be .*\\.$`));
  });

  it('reports the path of a nested problem', () => {
    expect(Object.keys(problemsOf({ items: [{ name: 'ok' }, { name: 'long' }] }))).toEqual(['items.1.name']);
    expect(Object.keys(problemsOf({ item: { name: 'x', other: 1 } }))).toEqual(['item.other']);
  });

  it('reports all problems at once: unknown, missing and mistyped members, at every depth', () => {
    const value = {
      other: 1,
      item: { more: 1 },
      items: [{ name: 'ok' }, { name: 'long', more: 1 }],
      count: 6,
    };
    expect(Object.keys(problemsOf(value)).sort()).toEqual([
      'count',
      'item.more',
      'item.name',
      'items.1.more',
      'items.1.name',
      'other',
    ]);
    expect(Object.keys(problemsOf(JSON.parse('{"__proto__":1,"constructor":1}'), Answer)).sort()).toEqual([
      '__proto__',
      'constructor',
      'id',
    ]);
  });

  it('returns the valid members of a part and omits the invalid ones, at every depth', () => {
    const problems = new Problems();
    const value = { count: 6, text: 'ab', texts: ['ok', 1], items: [{ name: 'ok' }, { name: 'long' }, 5] };
    expect(parsePart(Sample, { ...value, items: value.items.slice(0, 2) }, 'refused', problems)).toEqual({
      text: 'ab',
      items: [{ name: 'ok' }, {}],
    });
    expect(Object.keys(problems.list).sort()).toEqual(['count', 'items.1.name', 'texts']);
    expect(parsePart(Sample, { items: value.items }, 'refused', problems)).toEqual({});
    expect(parsePart(Sample, [], 'refused', problems)).toBeNull();
  });

  it('reports at most 50 problems', () => {
    const unknown = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`other${index}`, 1]));
    expect(Object.keys(problemsOf({ ...unknown, id: 0, count: 0 }))).toHaveLength(50);
    const items = Array.from({ length: 60 }, () => ({ name: 1 }));
    expect(Object.keys(problemsOf({ items }))).toHaveLength(50);
  });

  it('does not modify its input', () => {
    const value = { item: { name: 'x', more: 1 }, other: 1 };
    problemsOf(value);
    expect(value).toEqual({ item: { name: 'x', more: 1 }, other: 1 });
  });

  it.each(['other', '__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'rejects the unknown member %s',
    (name) => {
      expect(Object.keys(problemsOf(JSON.parse(`{"${name}":1}`)))).toEqual([name]);
    },
  );

  it.each([
    ['a constructor', '{"constructor":1}'],
    ['a prototype', '{"__proto__":null}'],
    ['a list of them', '[{"constructor":{"prototype":1}}]'],
    ['a deep list', '['.repeat(5_000) + ']'.repeat(5_000)],
  ])('rejects %s in place of a text, without inspecting it', (_, json) => {
    const value = JSON.parse(json) as unknown;
    expect(Object.keys(problemsOf({ text: value }))).toEqual(['text']);
    expect(Object.keys(problemsOf({ texts: [value] }))).toEqual(['texts']);
  });

  it.each([null, undefined, 1, 'text', [], true])('rejects %j in place of an object', (value) => {
    expect(problemsOf(value)).toEqual({ body: ['Send a JSON object.'] });
  });

  it('lets an update omit any member and clear a nullable one', () => {
    for (const value of [{}, { cleared: null }, { kept: 'a', cleared: 'b' }]) {
      expect(parse(Update, value, 'refused')).toEqual(value);
    }
    expect(problemsOf({ kept: null, cleared: 'long' }, Update)).toEqual({
      kept: ['kept cannot be null. It must be text of 1 to 3 characters.'],
      cleared: ['cleared must be text of 1 to 3 characters.'],
    });
  });

  it.each<[string, unknown, new () => object, string]>([
    ['what is missing', {}, Item, 'name is required. It must be text of 1 to 3 characters.'],
    [
      'what may not be null',
      { name: null },
      Item,
      'name cannot be null. It must be text of 1 to 3 characters.',
    ],
    ['a range', { count: 6 }, Sample, 'count must be a whole number from 1 to 5.'],
    ['a lower bound alone', { page: 0 }, Bounds, 'page must be a whole number of at least 1.'],
    ['an upper bound alone', { note: 'abcd' }, Bounds, 'note must be text of at most 3 characters.'],
    [
      'digits that are a number',
      { digits: 12 },
      Sample,
      'digits must be text of 2 to 4 digits, without +, spaces or dashes.',
    ],
  ])('describes the expected value for %s', (_, value, dto, sentence) => {
    expect(Object.values(problemsOf(value, dto))).toEqual([[sentence]]);
  });

  it('lets a nullable member be null but never absent', () => {
    expect(problemsOf({ id: null }, Answer)).toEqual({});
    expect(Object.keys(problemsOf({}, Answer))).toEqual(['id']);
  });
});
