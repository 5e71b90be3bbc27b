import { AppError } from '@chat/errors';
import { refuseHostile } from './input-gate.rules';

/** The members that the gate names for a JSON text. */
function refused(json: string): string[] {
  try {
    refuseHostile(JSON.parse(json), 'body');
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error;
    return Object.keys(error.details.errors ?? {});
  }
}

describe('the input gate', () => {
  it.each([
    '{}',
    'null',
    '[]',
    '{"name":"Åsa 🙂","n":1.5,"ok":true,"none":null}',
    '{"n":9007199254740991,"m":-9007199254740991}',
    '{"a":{"b":[{"c":"d"}]}}',
    '{"a":"\\ud83d\\ude42"}',
    '{"a":1e3,"b":1e-400,"c":0.1}',
  ])('lets %s through', (json) => {
    expect(refused(json)).toEqual([]);
  });

  it.each([
    ['{"n":9007199254740992}', 'n'],
    ['{"n":9007199254740993}', 'n'],
    ['{"n":-9007199254740993}', 'n'],
    ['{"n":9223372036854775808}', 'n'],
    ['{"n":1e400}', 'n'],
    ['{"n":-1e400}', 'n'],
    ['{"n":1e300}', 'n'],
    ['{"a":[{"n":1},{"n":1e400}]}', 'a.1.n'],
    ['1e400', 'body'],
    ['{"text":"a\\u0000b"}', 'text'],
    ['"\\u0000"', 'body'],
    ['{"a\\u0000":1}', 'a\0'],
    ['{"text":"\\ud800"}', 'text'],
    ['{"text":"\\ude42\\ud83d"}', 'text'],
    ['{"a\\udfff":1}', 'a\udfff'],
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"prototype":1}', 'prototype'],
    ['{"toString":1}', 'toString'],
    ['{"valueOf":1}', 'valueOf'],
    ['{"hasOwnProperty":1}', 'hasOwnProperty'],
    ['{"__defineGetter__":1}', '__defineGetter__'],
    ['{"a":{"__proto__":1}}', 'a.__proto__'],
  ])('names the member of %.60s', (json, member) => {
    expect(refused(json)).toEqual([member]);
  });

  it('repeats of a long path what an answer can hold', () => {
    const [path] = refused(`{"${'n'.repeat(10_000)}":{"${'m'.repeat(10_000)}":1e400}}`);
    expect(path).toBe(`${'n'.repeat(100)}…`);
  });
});
