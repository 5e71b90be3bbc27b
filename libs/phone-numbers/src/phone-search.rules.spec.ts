import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { searchedDigits, writtenForms } from './phone-search.rules';

describe('writtenForms', () => {
  it.each([
    ['Germany', '4915112345678', '15112345678', ['4915112345678', '015112345678']],
    ['Britain', '447911123456', '07911123456', ['447911123456', '07911123456']],
    ['North America', '12025550123', '2025550123', ['12025550123']],
    ['Brazil', '5511987654321', '11987654321', ['5511987654321', '551187654321']],
    [
      'Argentina',
      '5491123456789',
      '91123456789',
      ['5491123456789', '541123456789', '0111523456789', '01123456789'],
    ],
    ['a number outside every plan', '22997112233', '97112233', ['22997112233']],
    ['too few digits', '12', '2', ['12']],
    [
      'a number given with a carrier',
      '5511987654321',
      '01511987654321',
      ['5511987654321', '551187654321', '01511987654321'],
    ],
  ])('of %s', (_, phone, asGiven, forms) => {
    expect(writtenForms(phone, asGiven)).toEqual(forms);
  });
});

describe('searchedDigits', () => {
  const isFound = (search: string, forms: string[]) =>
    searchedDigits(search).some(({ digits, isBeginning }) =>
      forms.some((form) => (isBeginning ? form.startsWith(digits) : form.includes(digits))),
    );

  it.each(getCountries())('finds the mobile number of %s as anybody writes it', (country) => {
    const example = getExampleNumber(country, examples)!;
    const forms = writtenForms(example.number.slice(1));
    const written = [
      example.number,
      example.number.slice(1),
      example.formatInternational(),
      example.formatNational(),
      example.format('RFC3966'),
      example.nationalNumber,
      `00${example.number.slice(1)}`,
      `00 ${example.formatInternational().slice(1).replaceAll(' ', '-')}`,
    ];
    expect(written.filter((search) => !isFound(search, forms))).toEqual([]);
  });

  it.each(['', ' ', '+', 'Ana', 'Ana 5', 'TKT-000123', '5;6', '1e5', '0x1'])('is nothing of %j', (text) => {
    expect(searchedDigits(text)).toEqual([]);
  });

  it.each(['00', '001', '011', '0-'])('of %s is nothing but the digits themselves', (text) => {
    expect(searchedDigits(text).map(({ isBeginning }) => isBeginning)).toEqual([false]);
  });
});
