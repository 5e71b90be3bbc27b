import { AppError } from '@chat/errors';
import { readJsonBody } from './json-text';
import { MAX_VALUES, weighJson } from './json-weight.rules';

const read = (json: string) => readJsonBody(Buffer.from(json));

const refusal = (json: string): AppError => {
  try {
    read(json);
  } catch (error) {
    return error as AppError;
  }
  throw new Error('It was read.');
};

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (length: number) => `[${Array.from({ length }, (_, index) => index).join(',')}]`;

/** Every value in a value, itself included. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}

describe('JSON from clients', () => {
  it.each([
    '1',
    '""',
    '[]',
    '{}',
    ' [ ] ',
    '{ "a" : [ ] }',
    '[1]',
    '[[],[]]',
    '[[1,2],{"a":{"b":null}}]',
    '{"a,b":"c,d","e\\"f,":"[{,"}',
    '["\\\\",1]',
    '["\\\\\\"",[{}]]',
    '"é,[👍"',
  ])('weighs %s by every value in it', (json) => {
    expect(weighJson(Buffer.from(json)).values).toBe(valuesIn(JSON.parse(json)));
  });

  it.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":{"b":[]},"c":{}}', 3],
    ['"[[["', 0],
    ['[],[],[]', 1],
    [']]][', 0],
  ])('finds %s nested %i levels deep', (json, depth) => {
    expect(Math.max(0, weighJson(Buffer.from(json)).depth)).toBe(depth);
  });

  it('is read up to 32 levels and 10,000 values', () => {
    expect(read(nested(32))).toBeInstanceOf(Array);
    expect(read(list(MAX_VALUES - 1))).toHaveLength(MAX_VALUES - 1);
  });

  it.each([
    ['33 levels', nested(33), 'body must be nested at most 32 levels deep.'],
    ['100,000 levels', nested(100_000), 'body must be nested at most 32 levels deep.'],
    ['10,001 values', list(MAX_VALUES), 'body must contain at most 10000 values.'],
  ])('of %s is a validation_error that says what it may have', (_, json, sentence) => {
    expect(refusal(json)).toMatchObject({
      code: 'validation_error',
      details: { errors: { body: [sentence] } },
    });
  });

  it.each(['{"name":', 'hello', '', "{'a':1}", '[1,]', '{}\uFEFF', '\uFEFF\uFEFF{}'])(
    'that is none, as %j, is a bad_request',
    (text) => {
      expect(refusal(text)).toMatchObject({ code: 'bad_request' });
    },
  );

  it('may begin with a byte order mark, as Windows writes it', () => {
    expect(read('\uFEFF{"a":"\uFEFFb"}')).toEqual({ a: '\uFEFFb' });
  });

  it('keeps of duplicate members the last', () => {
    expect(read('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 });
  });
});
