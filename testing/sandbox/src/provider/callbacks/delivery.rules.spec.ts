import { defaultSwitches, MAX_BODY_LENGTH, pauseBeforeRetry, toBatches } from './delivery.rules';
import { toCallbackBody } from './envelope.rules';
import { toProviderJson } from './provider-json.rules';

describe('the pause before an attempt', () => {
  it.each([
    [1, 0],
    [2, 100],
    [3, 200],
    [5, 800],
    [100, 600_000],
  ])('after %i failures is %i ms', (failures, pause) => expect(pauseBeforeRetry(failures, 100)).toBe(pause));
});

describe('the bodies of callbacks', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];
  const first = () => 0;
  const short = () => 1;

  it('have at most that many changes', () => {
    expect(toBatches(items, { ...defaultSwitches, batch: 2 }, first, short)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
    expect(toBatches(items, defaultSwitches, first, short)).toEqual([items]);
    expect(toBatches([], defaultSwitches, first, short)).toEqual([]);
  });

  it('have at most that many characters, unless a single change has more', () => {
    const half = MAX_BODY_LENGTH / 2;
    const lengths: Record<string, number> = { a: half, b: half, c: 1, d: 2 * MAX_BODY_LENGTH, e: 1 };
    expect(toBatches(items, defaultSwitches, first, (item) => lengths[item]!)).toEqual([
      ['a', 'b'],
      ['c'],
      ['d'],
      ['e'],
    ]);
  });

  it('contain each change twice, and in another order, when requested', () => {
    const [sent] = toBatches(items, { ...defaultSwitches, duplicate: true, shuffle: true }, first, short);
    expect(sent).not.toEqual(items.flatMap((item) => [item, item]));
    expect([...sent!].sort()).toEqual(items.flatMap((item) => [item, item]));
  });

  it('have one entry per run of changes of one account, with a time except on messages', () => {
    const change = (accountId: string, field: string, at = 7) => ({ accountId, field, value: { n: 1 }, at });
    const body = toCallbackBody([
      change('1', 'messages'),
      change('1', 'messages', 8),
      change('1', 'account_update', 9),
      change('2', 'messages'),
    ]);
    const value = { n: 1 };
    expect(body).toEqual({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            { value, field: 'messages' },
            { value, field: 'messages' },
          ],
        },
        { id: '1', time: 9, changes: [{ value, field: 'account_update' }] },
        { id: '2', changes: [{ value, field: 'messages' }] },
      ],
    });
  });
});

describe('JSON of the provider', () => {
  it.each([
    [{ a: 'https://a/b' }, String.raw`{"a":"https:\/\/a\/b"}`],
    ['é€', String.raw`"\u00e9\u20ac"`],
    ['👋', String.raw`"\ud83d\udc4b"`],
    ['\u007f\u2028', String.raw`"\u007f\u2028"`],
    ['"\\\n', String.raw`"\"\\\n"`],
  ])('writes %j as %s, which parses to the same value', (value, expected) => {
    expect(toProviderJson(value)).toBe(expected);
    expect(JSON.parse(expected)).toEqual(value);
  });
});
