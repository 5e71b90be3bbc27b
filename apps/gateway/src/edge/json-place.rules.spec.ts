import { placeOfError } from './json-place.rules';

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['{"a": 1', 1, 8],
    ['{"a" 1}', 1, 6],
    ["{'a': 1}", 1, 2],
    ['{"a": "b\nc"}', 1, 9],
    ['{"a": "\\x"}', 1, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\r\n"a": tru }', 2, 6],
    ['[1, 2,, 3]', 1, 7],
    ['[01]', 1, 3],
    ['{"a": 1} x', 1, 10],
    ['mobile=1', 1, 1],
    ['', 1, 1],
    ['{"a": [1, {"b": "c"}]]', 1, 22],
  ])('is named: %j', (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(placeOfError(text)).toEqual({ line, column });
  });

  it('is the end of what is JSON', () => {
    const text = '{"a": [true, false, null, -1.5e+3, {}, []], "b\\u00e9\\n": ""}';
    expect(JSON.parse(text)).toBeTruthy();
    expect(placeOfError(text)).toEqual({ line: 1, column: text.length + 1 });
  });
});
