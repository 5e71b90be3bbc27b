import { adviceOn } from './secret-advice.rules';

const keys = [
  { id: 'current', is_current: true },
  { id: 'old', is_current: false },
];
const use = (key_id: string | null, count = 2) => ({ values: 'digests of API keys', key_id, count });

describe('the advice on a key that is being retired', () => {
  it.each([
    ['nothing depends on it', [use('current')], [/no longer needs the key old: take it out/]],
    [
      'values depend on it',
      [use('current'), use('old')],
      [/still needs the key old: 2 values.*secrets rotate/],
    ],
    ['values name no key', [use(null)], [/may still need the key old: 2 values.*unreadable/]],
    [
      'only values of a lost key are left',
      [use('current'), use('lost', 1)],
      [/no longer needs the key old/, /does not have the key lost of 1 digests of API keys/],
    ],
  ])('is clear if %s', (_, usage, lines) => {
    const advice = adviceOn('gateway', { keys, usage });
    expect(advice).toHaveLength(lines.length);
    advice.forEach((text, index) => expect(text).toMatch(lines[index]!));
  });

  it('is empty while there is only one key', () => {
    expect(adviceOn('gateway', { keys: keys.slice(0, 1), usage: [use('current'), use(null)] })).toEqual([]);
  });
});
