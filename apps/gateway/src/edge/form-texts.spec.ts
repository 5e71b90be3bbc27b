import {
  AnyJson,
  Bool,
  Decimal,
  Int,
  ListOf,
  Nested,
  Optional,
  parse,
  Problems,
  StoredFile,
  Text,
  UploadedFile,
  Verbatim,
} from '@chat/contracts';
import { AppError } from '@chat/errors';
import { coerceFormTexts } from './form-texts';

class Row {
  @Text({ max: 5 }) title!: string;
}

class Form {
  @Optional() @Verbatim({ min: 1, max: 20 }) message?: string;
  @Optional() @Bool() ptt?: boolean;
  @Optional() @Int({ min: 0 }) count?: number;
  @Optional() @Decimal({ min: -90, max: 90 }) latitude?: number;
  @Optional() @Nested(() => Row) row?: Row;
  @Optional() @ListOf(Text({ max: 5 }), { maxItems: 3 }) variables?: string[];
  @Optional() @AnyJson() product?: unknown;
  @Optional() @UploadedFile() image?: StoredFile;
}

const coerced = (texts: Record<string, unknown>) => {
  const problems = new Problems();
  const values = coerceFormTexts(Form, texts, problems);
  return { values, problems: problems.list };
};

describe('the texts of a form', () => {
  it('become what the members are', () => {
    const { values } = coerced({
      message: '7',
      ptt: 'true',
      count: '7',
      latitude: '-12.5',
      row: '{"title":" a "}',
      variables: '["a","b"]',
      product: '{"catalog_id":"1","prices":[1.5,null]}',
    });
    expect(parse(Form, values, 'refused')).toEqual({
      message: '7',
      ptt: true,
      count: 7,
      latitude: -12.5,
      row: { title: 'a' },
      variables: ['a', 'b'],
      product: { catalog_id: '1', prices: [1.5, null] },
    });
  });

  it.each([
    ['ptt', 'yes'],
    ['count', '1.5'],
    ['latitude', '12,5'],
    ['row', '"a"'],
    ['variables', '{"0":"a"}'],
    ['other', 'a'],
  ])('are left to validation where they do not fit: %s %s', (name, text) => {
    const { values, problems } = coerced({ [name]: text });
    expect(problems).toEqual({});
    expect(() => parse(Form, values, 'refused')).toThrow(AppError);
  });

  it.each([
    ['row', '{"title":', 'row is not JSON. Check its syntax.'],
    ['product', 'cheap', 'product is not JSON. Check its syntax.'],
    ['message', ['a', 'b'], 'message is given more than once. Send it once.'],
    [
      'image',
      '{"blob":"account/2/secret","mime_type":"image/png","size":1,"filename":null}',
      'image is a file. Send it as a part with a filename.',
    ],
  ])('are refused: %s %s', (name, text, sentence) => {
    const { values, problems } = coerced({ [name]: text });
    expect(problems).toEqual({ [name]: [sentence] });
    expect(values['image']).toBeUndefined();
  });

  it.each([
    ['a NUL character', { message: 'a\0b' }, 'message'],
    ['a NUL character in JSON', { product: '{"a":"\\u0000"}' }, 'product.a'],
    ['a number beyond 2^53', { product: '9007199254740993' }, 'product'],
    ['more levels than a body may have', { product: '['.repeat(33) + ']'.repeat(33) }, 'product'],
    ['more values than a body may have', { product: `[${'1,'.repeat(10_000)}1]` }, 'product'],
  ])('never bring %s', (_, texts, path) => {
    expect(() => coerced(texts)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        details: { errors: { [path]: [expect.any(String)] } },
      }) as Error,
    );
  });
});
