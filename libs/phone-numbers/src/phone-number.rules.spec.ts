import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.min.json';
import {
  canonicalPhone,
  phoneSpellings,
  phoneVariants,
  readInternational,
  isDialCode,
  toInternational,
} from './phone-number.rules';

/** A mobile number of each country, and the digits that people there write for it, including the trunk prefix. */
const mobileNumbers = getCountries().map((country) => {
  const example = getExampleNumber(country, examples)!;
  return {
    country,
    dialCode: getCountryCallingCode(country),
    national: example.nationalNumber,
    written: example.formatNational().replace(/\D/g, ''),
    international: example.number.slice(1),
  };
});

describe('isDialCode', () => {
  it.each([
    ['1', true],
    ['44', true],
    ['888', true],
    ['999', false],
    ['04', false],
    ['', false],
  ])('%j: %s', (digits, exists) => expect(isDialCode(digits)).toBe(exists));
});

describe('toInternational', () => {
  it.each([
    ['the United Kingdom', '44', '07911123456', '447911123456'],
    ['Germany', '49', '015112345678', '4915112345678'],
    ['Russia', '7', '89161234567', '79161234567'],
    ['Kazakhstan', '7', '87012345678', '77012345678'],
    ['Hungary', '36', '06301234567', '36301234567'],
    ['North America', '1', '12025550123', '12025550123'],
    ['Brazil', '55', '011987654321', '5511987654321'],
    ['Brazil, with the code of a carrier', '55', '01511987654321', '5511987654321'],
    ['Argentina', '54', '01123456789', '541123456789'],
    ['Argentina, with the 15 of mobile numbers', '54', '0111523456789', '5491123456789'],
    ['Mexico, before a landline', '52', '015512345678', '525512345678'],
    ['Mexico, before a mobile number', '52', '0445512345678', '525512345678'],
  ])('removes the trunk prefix of %s', (_, dialCode, national, international) => {
    expect(toInternational(dialCode, national)).toBe(international);
  });

  it.each([
    ['the 0 of an Italian landline', '39', '0612345678'],
    ['the 0 of a number of Ivory Coast', '225', '0701234567'],
    ['the 8 of a Russian toll-free number', '7', '8005553535'],
    ['the Brazilian ninth digit', '55', '11987654321'],
    ['a Brazilian number without it', '55', '1187654321'],
    ['the Argentine 9', '54', '91123456789'],
    ['an Argentine number without it', '54', '1123456789'],
    ['the Mexican 1', '52', '15512345678'],
    ['a Mexican number without it', '52', '5512345678'],
  ])('keeps %s', (_, dialCode, national) => {
    expect(toInternational(dialCode, national)).toBe(dialCode + national);
  });

  it.each([
    ['too short', '1', '2025'],
    ['too short without its trunk prefix', '41', '079123456'],
    ['too long', '1', '202555012345'],
    ['longer than any number', '49', '151123456789012'],
    ['of no country', '999', '2025550123'],
    ['with two trunk prefixes', '44', '007911123456'],
    ['with another dial code in it', '49', '004915112345678'],
    ['made of zeros', '0', '00000000'],
  ])('refuses a number that is %s', (_, dialCode, national) => {
    expect(toInternational(dialCode, national)).toBeNull();
  });

  it('refuses every code of up to four digits that is not a dial code', () => {
    const dialCodes = new Set([
      ...Object.keys(metadata.country_calling_codes),
      ...Object.keys(metadata.nonGeographic),
    ]);
    const taken = Array.from({ length: 10_000 }, (_, code) => String(code)).filter(
      (code) => !dialCodes.has(code) && ['2025550123', '0612345678'].some((n) => toInternational(code, n)),
    );
    expect(dialCodes.size).toBeGreaterThan(200);
    expect(taken).toEqual([]);
  });

  it('is tested with a mobile number of each of some 240 countries', () => {
    expect(mobileNumbers.length).toBeGreaterThan(240);
    expect(mobileNumbers.filter(({ national, written }) => national !== written).length).toBeGreaterThan(100);
  });

  it.each(mobileNumbers)(
    'converts the mobile number of $country with and without its trunk prefix',
    ({ dialCode, national, written, international }) => {
      expect(toInternational(dialCode, national)).toBe(international);
      expect(canonicalPhone(toInternational(dialCode, written)!)).toBe(canonicalPhone(international));
    },
  );

  it.each(mobileNumbers)(
    'refuses the mobile number of $country after the international call prefix',
    ({ dialCode, written, international }) => {
      expect(toInternational(dialCode, `00${international}`)).toBeNull();
      expect(toInternational(dialCode, `00${written}`)).toBeNull();
    },
  );
});

describe('readInternational', () => {
  it.each(mobileNumbers)(
    'reads the digits of $country with and without the trunk prefix',
    ({ dialCode, written, international }) => {
      expect(readInternational(international)).toBe(international);
      expect(readInternational(dialCode + written)).toBe(toInternational(dialCode, written));
    },
  );

  it.each(['12025', '99999', '120255501234567', '4915112345678901', '000000000'])('refuses %s', (digits) => {
    expect(readInternational(digits)).toBeNull();
  });
});

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
  ])('returns the spellings of %s', (_, digits, variants) => {
    expect(phoneVariants(digits)).toEqual(variants);
  });
});

describe('phoneSpellings', () => {
  it.each([
    ['with a trunk prefix', '55011987654321', ['5511987654321', '551187654321']],
    ['that cannot exist', '12025', ['12025']],
  ])('returns the spellings of a number %s', (_, digits, spellings) => {
    expect(phoneSpellings(digits)).toEqual(spellings);
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
