import { canonicalPhone, isPossiblePhone, phoneVariants } from './phone-number.rules';

describe('phoneVariants', () => {
  it.each([
    ['Brazil with the ninth digit', '5511987654321', ['5511987654321', '551187654321']],
    ['Brazil without it', '551187654321', ['551187654321', '5511987654321']],
    ['a Brazilian landline', '551133334444', ['551133334444']],
    ['Argentina with the 9', '5491123456789', ['5491123456789', '541123456789']],
    ['Argentina without it', '541123456789', ['541123456789', '5491123456789']],
    ['Mexico with the 1', '5215512345678', ['5215512345678', '525512345678']],
    ['Mexico without it', '525512345678', ['525512345678', '5215512345678']],
    ['any other country', '4915112345678', ['4915112345678']],
    ['too few digits for the country', '5215512', ['5215512']],
  ])('knows the spellings of %s', (_, digits, variants) => {
    expect(phoneVariants(digits)).toEqual(variants);
  });
});

describe('isPossiblePhone', () => {
  it.each([
    ['12025550123', true],
    ['5215512345678', true],
    ['551187654321', true],
    ['120255501234567', false],
    ['12025', false],
    ['99999', false],
    ['4915112345678901', false],
    ['000000000', false],
  ])('%s: %s', (digits, isPossible) => {
    expect(isPossiblePhone(digits)).toBe(isPossible);
  });
});

describe('canonicalPhone', () => {
  it.each(['5511987654321', '551187654321', '5491123456789', '5215512345678', '4915112345678'])(
    'is the same for every spelling of %s',
    (digits) => {
      expect(new Set(phoneVariants(digits).map(canonicalPhone)).size).toBe(1);
    },
  );

  it('keeps different numbers apart', () => {
    expect(canonicalPhone('5511987654321')).not.toBe(canonicalPhone('5511987654322'));
  });
});
