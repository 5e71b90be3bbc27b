import { canWait, readChanges, textOf } from './envelope.rules';

describe('a text of a callback', () => {
  it.each([
    ['a text', 'wamid.x', 'wamid.x'],
    ['a number', 4930, '4930'],
    ['a pair of surrogates', 'a\u{1f44b}', 'a\u{1f44b}'],
    ['NUL', 'a\0b', 'ab'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['an object', { toString: () => 'x' }, ''],
    ['nothing', null, ''],
  ])('is made storable in Postgres: %s', (_, given, expected) => {
    expect(textOf(given)).toBe(expected);
  });
});

describe('a callback', () => {
  const callback = (value: object) =>
    JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });

  it.each([
    ['statuses', callback({ statuses: [{ id: 'wamid.x' }] }), true],
    ['statuses, with spaces', '{ "statuses" : [] }', true],
    ['messages', callback({ messages: [{ text: { body: 'Hello' } }] }), false],
    ['messages and statuses', callback({ messages: [], statuses: [] }), false],
    ['a message that quotes statuses', callback({ messages: [{ text: { body: '"statuses":' } }] }), false],
    ['another field', '{"entry":[{"changes":[{"field":"account_update","value":{}}]}]}', false],
    ['no JSON', 'statuses', false],
  ])('with %s may be batched or not', (_, body, expected) => {
    expect(canWait(body)).toBe(expected);
  });

  it('can be serialized as JSON, however deep its content nests', () => {
    const body = '{"entry":[{"id":"1","changes":[{"field":"history","value":{"system":DEEP}}]}]}';
    const text = body.replace('DEEP', () => '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000));
    expect(() => JSON.stringify(readChanges(text))).not.toThrow();
  });

  it('is kept whole at any depth that real ones have', () => {
    const value = JSON.parse('{"a":'.repeat(28) + '[1]' + '}'.repeat(28)) as object;
    expect(readChanges(callback(value))).toEqual([expect.objectContaining({ value })]);
  });
});
