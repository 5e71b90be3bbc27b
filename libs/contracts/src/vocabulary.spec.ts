import type { AppError } from '@chat/errors';
import { About, Default } from './about';
import { Digits, FilterId, Id, Int, OneOf, Text, Verbatim, Word } from './fields';
import { parse, type UnknownMembers } from './parse';
import { IfGiven, Nullable, Optional, WhenKnown } from './presence';
import { AnyJson, ListOf, Nested, RecordOf, Union } from './structures';

class TextContent {
  @OneOf(['text']) type!: 'text';
  @Verbatim({ min: 1, max: 5 }) text!: string;
}

class PlaceContent {
  @OneOf(['location', 'venue']) type!: 'location' | 'venue';
  @Int({ min: -90, max: 90 }) latitude!: number;
}

const kinds = () => [TextContent, PlaceContent];

class Row {
  @Text({ max: 5 }) title!: string;
}

class Lists {
  @Optional() @ListOf(Text({ max: 3 }), { maxItems: 2 }) texts?: string[];
  @Optional() @ListOf(Int({ min: 1, max: 5 }), { maxItems: 2 }) numbers?: number[];
  @Optional() @ListOf(OneOf(['a', 'b']), { maxItems: 2 }) words?: string[];
  @Optional() @ListOf(() => Row, { maxItems: 2 }) rows?: Row[];
  @Optional() @ListOf(Union(kinds), { maxItems: 2 }) contents?: object[];
  @Optional() @ListOf(ListOf(Id(), { maxItems: 2 }), { maxItems: 2 }) grid?: number[][];
}

class Values {
  @RecordOf(Verbatim({ max: 5 }), { maxEntries: 2 }) values!: Record<string, string>;
}

class Content {
  @Union(kinds) content!: TextContent | PlaceContent;
}

class Free {
  @Optional() @AnyJson({ max: 20 }) product?: unknown;
  @AnyJson() data!: unknown;
}

class Words {
  @Optional() @Text({ max: 5 }) name?: string;
  @Optional() @Verbatim({ min: 1, max: 5 }) description?: string;
  @Optional() @Digits() phone?: string;
  @Optional() @Word({ max: 5 }) type?: string;
  @IfGiven() @Text({ max: 5 }) label?: string;
  @IfGiven() @Nullable() @Verbatim({ min: 1, max: 5 }) comment?: string | null;
}

class Message {
  @Verbatim({ min: 1, max: 5 }) message!: string;
}

const problemsOf = (dto: new () => object, value: unknown, unknown: UnknownMembers = 'refused') => {
  try {
    parse(dto, value, unknown);
    return {};
  } catch (error) {
    return (error as AppError).details.errors;
  }
};

describe('a union', () => {
  it.each([
    { type: 'text', text: 'hi' },
    { type: 'venue', latitude: 7 },
  ])('accepts %j as an instance of its class', (content) => {
    const read = parse(Content, { content }, 'refused').content;
    expect(read).toEqual(content);
    expect(read).toBeInstanceOf(content.type === 'text' ? TextContent : PlaceContent);
  });

  it.each([
    [{ type: 'audio' }, 'content', 'content must be an object whose type is one of text, location, venue.'],
    [{ text: 'hi' }, 'content', 'content must be an object whose type is one of text, location, venue.'],
    [
      { type: { toString: 1 } },
      'content',
      'content must be an object whose type is one of text, location, venue.',
    ],
    ['text', 'content', 'content must be an object whose type is one of text, location, venue.'],
    [{ type: 'text', text: '' }, 'content.text', 'text must be text of 1 to 5 characters.'],
    [
      { type: 'text', text: 'hi', latitude: 7 },
      'content.latitude',
      'latitude is not a field of this request. Remove it.',
    ],
  ])('rejects %j', (content, path, sentence) => {
    expect(problemsOf(Content, { content })).toEqual({ [path]: [sentence] });
  });
});

describe('a record', () => {
  it('accepts members of any name', () => {
    const value = { values: { a: '1', __proto__x: '2' } };
    expect(parse(Values, value, 'refused')).toEqual(value);
  });

  it.each([[[]], ['a'], [{ a: 1 }], [{ a: '123456' }], [{ a: '1', b: '2', c: '3' }]])(
    'rejects %j',
    (values) => {
      expect(problemsOf(Values, { values })).toEqual({
        values: [
          'values must be an object with at most 2 members, each of them text of at most 5 characters.',
        ],
      });
    },
  );
});

describe('a list', () => {
  it('accepts texts, numbers, words, objects, unions and lists', () => {
    const value = {
      texts: ['a', 'b'],
      numbers: [1, 5],
      words: ['a'],
      rows: [{ title: 'x' }],
      contents: [
        { type: 'text', text: 'a' },
        { type: 'location', latitude: 1 },
      ],
      grid: [[1], []],
    };
    expect(parse(Lists, value, 'refused')).toEqual(value);
  });

  it('trims names in its items', () => {
    expect(parse(Lists, { texts: [' a '], rows: [{ title: ' b ' }] }, 'refused')).toEqual({
      texts: ['a'],
      rows: [{ title: 'b' }],
    });
  });

  it.each([
    ['texts', ['a', ' '], 'texts must be a list of at most 2 texts of 1 to 3 characters each.'],
    ['numbers', [1, 6], 'numbers must be a list of at most 2 whole numbers from 1 to 5.'],
    ['numbers', 1, 'numbers must be a list of at most 2 whole numbers from 1 to 5.'],
    ['words', ['c'], 'words must be a list of at most 2 words, each one of a, b.'],
    ['rows', [{}, {}, {}], 'rows must be a list of at most 2 objects.'],
    [
      'contents',
      [{ type: 'x' }],
      'contents must be a list of at most 2 objects whose type is one of text, location, venue.',
    ],
    [
      'grid',
      [[0]],
      'grid must be a list of at most 2 lists of at most 2 identifiers of records, positive whole numbers.',
    ],
  ])('rejects %s: %j', (member, value, sentence) => {
    expect(problemsOf(Lists, { [member]: value })).toEqual({ [member]: [sentence] });
  });

  it('reports the path of an invalid member of an item', () => {
    const contents = [{ type: 'text', text: 'ok' }, { type: 'text' }];
    expect(Object.keys(problemsOf(Lists, { contents, rows: [{ title: 'too long' }] })!)).toEqual([
      'rows.0.title',
      'contents.1.text',
    ]);
  });
});

describe('a member of the kind AnyJson', () => {
  it.each([[null], [1], ['text'], [[1, { a: [] }]], [{ a: { b: 'c' } }], [false]])(
    'accepts %j unchanged',
    (data) => {
      expect(parse(Free, { data }, 'refused').data).toEqual(data);
    },
  );

  it('rejects a value that is too long or absent', () => {
    expect(problemsOf(Free, { product: { a: 'x'.repeat(20) } })).toEqual({
      product: ['product must be any JSON of at most 20 characters.'],
      data: ['data is required. It must be any JSON of at most 65536 characters.'],
    });
  });
});

describe('characters that hide or reorder text', () => {
  it('are removed from names and kept in other texts', () => {
    const [name, description] = ['\u202ea\u200b', '\u202eb\u200b'];
    expect(parse(Words, { name, description, label: 'c' }, 'refused')).toMatchObject({
      name: 'a',
      description,
    });
  });

  it('alone count as null for an optional name', () => {
    expect(parse(Words, { name: '\u2066\u2069', comment: 'd' }, 'refused')).toEqual({ comment: 'd' });
  });
});

describe('white space', () => {
  it('is trimmed from names and kept in other texts', () => {
    expect(parse(Words, { name: ' a ', description: ' b ', label: ' c ' }, 'refused')).toEqual({
      name: 'a',
      description: ' b ',
      label: 'c',
    });
  });

  it.each(['', ' ', '\n\t\u00a0\u3000\ufeff'])(
    'alone, as %j, counts as null for an optional or nullable text',
    (blank) => {
      expect(
        parse(Words, { name: blank, description: blank, phone: blank, comment: blank }, 'refused'),
      ).toEqual({
        comment: null,
      });
    },
  );

  it.each(['', ' ', '\u00a0'])('alone, as %j, is rejected where a text cannot be null', (blank) => {
    expect(Object.keys(problemsOf(Message, { message: blank })!)).toEqual(['message']);
    expect(Object.keys(problemsOf(Words, { label: blank })!)).toEqual(['label']);
    expect(Object.keys(problemsOf(Row, { title: blank })!)).toEqual(['title']);
  });

  it('alone is accepted as a word', () => {
    expect(parse(Words, { type: '' }, 'refused')).toEqual({ type: '' });
  });
});

describe('a member', () => {
  class Query {
    @Optional() @FilterId() owner?: number;
    @Default(25) @Optional() @Int({ min: 1 }) size?: number;
  }

  class Answer {
    @WhenKnown() @Digits() phone?: string;
  }

  class Base {
    @About('Of the base.') @Optional() @Int({ max: 9 }) size?: number;
  }

  class Derived extends Base {
    @About('Of the derived.') @Default(5) override size?: number;
    @Id() id!: number;
  }

  it('that filters by an identifier accepts 0 but nothing below', () => {
    expect(parse(Query, { owner: 0 }, 'refused').owner).toBe(0);
    expect(problemsOf(Query, { owner: -1 })).toHaveProperty('owner');
  });

  it.each([{}, { size: null }])('with a default gets it in %j', (value) => {
    expect(parse(Query, value, 'refused')).toEqual({ size: 25 });
  });

  it('with WhenKnown is either absent or has a value', () => {
    expect(problemsOf(Answer, {})).toEqual({});
    expect(problemsOf(Answer, { phone: '12' })).toEqual({});
    expect(problemsOf(Answer, { phone: null })).toEqual({
      phone: ['phone cannot be null. It must be text of 1 to 15 digits, without +, spaces or dashes.'],
    });
  });

  it('overridden in a derived class keeps the rule of the base class', () => {
    expect(parse(Derived, { id: 1 }, 'refused')).toEqual({ id: 1, size: 5 });
    expect(parse(Base, {}, 'refused')).toEqual({});
    expect(problemsOf(Derived, { id: 1, size: 10 })).toHaveProperty('size');
  });
});

describe('members that a class does not declare', () => {
  const value = {
    rows: [{ title: 'a', more: 1 }],
    contents: [{ type: 'text', text: 'a', more: 1 }],
    more: { deep: 1 },
    constructor: 1,
  };

  it('are rejected from clients, at every depth', () => {
    expect(Object.keys(problemsOf(Lists, value)!).sort()).toEqual([
      'constructor',
      'contents.0.more',
      'more',
      'rows.0.more',
    ]);
  });

  it('are dropped between services, at every depth', () => {
    expect({ ...parse(Lists, value, 'dropped') }).toEqual({
      rows: [{ title: 'a' }],
      contents: [{ type: 'text', text: 'a' }],
    });
  });

  it('do not hide an invalid declared member between services', () => {
    expect(Object.keys(problemsOf(Lists, { more: 1, numbers: [9] }, 'dropped')!)).toEqual(['numbers']);
  });
});

describe('the list of problems in an answer', () => {
  const bytesOf = (problems: unknown) => Buffer.byteLength(JSON.stringify(problems));

  it('has at most 50 entries', () => {
    const unknown = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`k${index}`, 1]));
    expect(Object.keys(problemsOf(Lists, unknown)!)).toHaveLength(50);
  });

  it('repeats at most 100 characters of a name and splits none', () => {
    const name = `${'n'.repeat(99)}👍👍`;
    expect(problemsOf(Lists, { [name]: 1 })).toEqual({
      [`${'n'.repeat(99)}…`]: [`${'n'.repeat(99)}… is not a field of this request. Remove it.`],
    });
  });

  it.each(['x', '\u0001', '👍', '"'])('stays below 18 KiB, whatever the names: %j', (character) => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}${character.repeat(5_000)}`);
    const problems = problemsOf(Lists, Object.fromEntries(names.map((name) => [name, 1])));
    expect(bytesOf(problems)).toBeLessThan(18 * 1024);
    expect(Object.keys(problems!).length).toBeGreaterThan(5);
  });

  it('does not grow with the items of a list', () => {
    const rows = Array.from({ length: 1_000 }, () => ({ more: 1 }));
    class Long {
      @ListOf(() => Row, { maxItems: 1_000 }) rows!: Row[];
    }
    expect(Object.keys(problemsOf(Long, { rows })!).length).toBeLessThanOrEqual(50);
  });
});

describe('a nested object', () => {
  class Outer {
    @Optional() @Nested(() => Row) row?: Row;
  }

  it('is omitted if it is optional and null', () => {
    expect(parse(Outer, { row: null }, 'refused')).toEqual({});
  });
});
