import {
  AnyJson,
  Bool,
  Decimal,
  Id,
  Int,
  ListOf,
  Nested,
  Optional,
  PageQuery,
  Problems,
  Verbatim,
} from '@chat/contracts';
import { AppError } from '@chat/errors';
import { coerceTexts } from './text-coercion.rules';

class Part {
  @Int() size!: number;
}

class Sample extends PageQuery {
  @Optional() @Id() chat_account_id?: number;
  @Optional() @Int({ min: -5 }) offset?: number;
  @Optional() @Bool() unread?: boolean;
  @Optional() @Verbatim() search?: string;
  @Optional() @Decimal({ min: -90, max: 90 }) latitude?: number;
  @Optional() @Nested(() => Part) part?: Part;
  @Optional() @ListOf(Int(), { maxItems: 3 }) sizes?: number[];
  @Optional() @AnyJson() product?: unknown;
}

const coerce = (texts: object, readJson?: (text: string, name: string) => unknown) =>
  coerceTexts(Sample, texts as Record<string, unknown>, new Problems(), readJson);

describe('text coercion', () => {
  it.each([
    ['digits', { per_page: '25' }, { per_page: 25 }],
    ['an inherited member', { page: '007' }, { page: 7 }],
    ['a negative number', { offset: '-3' }, { offset: -3 }],
    ['a decimal', { latitude: '-12.50' }, { latitude: -12.5 }],
    ['a decimal without a fraction', { latitude: '12' }, { latitude: 12 }],
    ['booleans', { unread: 'true' }, { unread: true }],
    ['booleans', { unread: 'false' }, { unread: false }],
    ['digits of a text member', { search: '25' }, { search: '25' }],
    ['true of a text member', { search: 'true' }, { search: 'true' }],
  ])('turns %s into the declared type', (_, values, expected) => {
    expect(coerce(values)).toEqual(expected);
  });

  it.each([
    { per_page: '' },
    { per_page: ' 25' },
    { per_page: '25 ' },
    { per_page: '+25' },
    { per_page: '-0' },
    { per_page: '2.5' },
    { per_page: '2e1' },
    { per_page: '0x19' },
    { per_page: '２５' },
    { per_page: '9007199254740993' },
    { per_page: '9'.repeat(400) },
    { latitude: '1e1' },
    { latitude: '.5' },
    { latitude: '5.' },
    { latitude: 'NaN' },
    { latitude: '9'.repeat(400) },
    { unread: '1' },
    { unread: 'True' },
    { part: '{"size":1}' },
    { unknown: '1' },
    JSON.parse('{"__proto__":"1"}') as object,
  ])('leaves %j for validation to name', (values) => {
    expect(JSON.stringify(coerce(values))).toBe(JSON.stringify(values));
  });

  it('reads the members of a form that are objects, lists or any JSON', () => {
    const texts = { part: '{"size":1}', sizes: '[1,2]', product: '7', search: '[]' };
    expect(coerce(texts, (text) => JSON.parse(text) as unknown)).toEqual({
      part: { size: 1 },
      sizes: [1, 2],
      product: 7,
      search: '[]',
    });
  });

  it('says of a member that is given twice that once is enough, and goes on with the last', () => {
    const problems = new Problems();
    expect(coerceTexts(Sample, { page: ['1', '2'], other: ['1', '2'] }, problems)).toMatchObject({ page: 2 });
    expect(() => problems.throwIfAny()).toThrow(AppError);
    expect(problems.list).toEqual({ page: ['page is given more than once. Send it once.'] });
  });
});
