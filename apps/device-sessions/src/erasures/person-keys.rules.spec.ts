import { keysNaming } from './person-keys.rules';

describe('the ids of keys that name a person', () => {
  const pattern = new RegExp(keysNaming(['551187654321', '5511987654321', '123@lid', 'US.77']));

  it.each([
    ['551187654321', true],
    ['551187654321.0', true],
    ['551187654321:12', true],
    ['5511987654321_reverse', true],
    ['123_1.0', true],
    ['group-1@g.us::123::0', true],
    ['US.77', true],
    ['9@lid 551187654321 0a1b', true],
    ['123@lid 0a1b', true],
    ['1551187654321', false],
    ['5511876543210', false],
    ['1234', false],
    ['USx77', false],
  ])('%s: %s', (id, names) => expect(pattern.test(id)).toBe(names));

  it('are none without a name', () => {
    expect(new RegExp(keysNaming([])).test('551187654321')).toBe(false);
  });
});
