import { dialledDigits, toWaId } from './phone-number.rules';

describe('the dialled number', () => {
  it.each([
    ['+49 (151) 0000-0001', '4930000000', '4915100000001'],
    ['4915100000001', '4930000000', '4915100000001'],
    ['4915100000001', '12025550123', '14915100000001'],
    ['2025550123', '12025550100', '12025550123'],
    ['Ana', '4930000000', null],
    ['+', '4930000000', null],
    ['+1234567890123456', '4930000000', null],
    ['', '4930000000', null],
  ])('of %j from %s is %s', (to, business, expected) => expect(dialledDigits(to, business)).toBe(expected));
});

describe('the canonical number', () => {
  it.each([
    ['525512345678', '5215512345678'],
    ['5215512345678', '5215512345678'],
    ['5531987654321', '553187654321'],
    ['553187654321', '553187654321'],
    ['5511987654321', '5511987654321'],
    ['4915100000001', '4915100000001'],
  ])('of %s is %s, which is its own canonical number', (digits, expected) => {
    expect(toWaId(digits)).toBe(expected);
    expect(toWaId(expected)).toBe(expected);
  });
});
