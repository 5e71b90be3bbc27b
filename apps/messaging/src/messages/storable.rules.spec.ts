import { storableJson, storableText } from './storable.rules';

describe('what Postgres can hold of', () => {
  it.each([
    ['ordinary words', 'Grüße 👋', 'Grüße 👋'],
    ['a NUL character', 'a\u0000b', 'ab'],
    ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
    ['a lone low surrogate', '\udc4ba', '\ufffda'],
    ['what only looks like an escape', 'a\\u0000', 'a\\u0000'],
  ])('a text with %s', (_, text, kept) => {
    expect(storableText(text)).toBe(kept);
    expect(JSON.parse(storableJson({ [text]: [text] }))).toEqual({ [kept]: [kept] });
  });

  it('JSON is everything else', () => {
    const value = { a: '"\\ud800"\n\t\u0001\\', b: [1.5, null, true, { c: '\u007f' }] };
    expect(JSON.parse(storableJson(value))).toEqual(value);
  });
});
