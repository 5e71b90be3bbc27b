import { textOf } from './envelope.rules';

describe('a text of a callback', () => {
  it.each([
    ['a text', 'wamid.x', 'wamid.x'],
    ['a number', 4930, '4930'],
    ['a pair of surrogates', 'a\u{1f44b}', 'a\u{1f44b}'],
    ['NUL', 'a\0b', 'ab'],
    ['a surrogate alone', 'a\ud800b', 'a\ufffdb'],
    ['an object', { toString: () => 'x' }, ''],
    ['nothing', null, ''],
  ])('is what Postgres can hold: %s', (_, given, expected) => {
    expect(textOf(given)).toBe(expected);
  });
});
