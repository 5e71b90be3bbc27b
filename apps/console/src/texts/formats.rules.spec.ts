import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { hueOf, initialsOf, phoneShown, spanOf } from './formats.rules';

describe('formats', () => {
  it.each([
    [59_999, { value: 0, unit: null }],
    [60_000, { value: 1, unit: 'minute' }],
    [3_600_000, { value: 1, unit: 'hour' }],
    [86_400_000 * 3 + 1, { value: 3, unit: 'day' }],
    [-5_000, { value: 0, unit: null }],
  ])('counts a span of %d ms in the largest unit that it fills', (ms, span) => {
    expect(spanOf(ms)).toEqual(span);
  });

  it.each([
    ['14155550123', '+1 415 555 0123'],
    ['491701', '+49 1701'],
    ['491512345678', '+49 151 234 5678'],
    ['4915112345678', '+49 151 123 456 78'],
    ['35191234567', '+351 912 345 67'],
    ['12', '12'],
    ['US.13491208655302741918', 'US.13491208655302741918'],
  ])('shows %s in groups', (digits, shown) => {
    expect(phoneShown(digits)).toBe(shown);
  });

  it('tells every country code that exists from the number', () => {
    for (const country of getCountries()) {
      const code = String(getCountryCallingCode(country));
      expect(phoneShown(`${code}20406080`)).toBe(`+${code} 204 060 80`);
    }
  });

  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Jean-Luc van der Berg', 'JB'],
    ['👍', ''],
    ['مريم علي', 'مع'],
  ])('takes the initials of %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('gives a name the same colour each time', () => {
    expect(hueOf('Ada', 6)).toBe(hueOf('Ada', 6));
  });
});
