import {
  contactText,
  fold,
  fragmentsOf,
  MAX_SEARCHED_CHARACTERS,
  searchText,
  termQuery,
} from './search-text.rules';

describe('fold', () => {
  it.each([
    ['case', 'mARIA', 'Maria'],
    ['accents', 'Zoë Nuñez', 'zoe nunez'],
    ['accents written as combining marks', 'Zoe\u0308', 'zoë'],
    ['sharp s', 'Weiß', 'WEISS'],
    ['final sigma', 'Νίκος', 'ΝΙΚΟΣ'],
    ['the Turkish i', 'Işıl İnan', 'isil inan'],
    ['strokes and ligatures', 'Łukasz Sørensen Æbel', 'lukasz sorensen aebel'],
    ['Vietnamese', 'Đặng Thị Hường', 'dang thi huong'],
    ['Cyrillic yo', 'Семён', 'СЕМЕН'],
    ['Arabic vowels and hamza', 'أَحْمَد', 'احمد'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['full-width letters and digits', 'Ａｎａ１２', 'ana12'],
    ['half-width kana', 'ﾔﾏﾀﾞ', 'ヤマダ'],
    ['joiners and emoji presentation', '👨\u200d👩\u200d👧 ❤\ufe0f', '👨👩👧 ❤'],
    ['direction marks', '\u200fدانا\u200e', 'دانا'],
    ['apostrophes', 'O’Neill O‘N Oʼn O´N O`n Oʻn O′N', "O'Neill O'N O'n O'N O'n O'n O'N"],
    ['an apostrophe within a letter', 'ŉ', "'n"],
    ['quotation marks', '“Ana” «Eva» „Ada‟', '"Ana" "Eva" "Ada"'],
    ['dashes', 'Ana–Eva—Ada‑Ida−', 'Ana-Eva-Ada-Ida-'],
    ['white space', '  Ana \u00a0 Maria\t', 'ana maria'],
  ])('makes texts equal that differ in %s', (_, one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it.each([
    ['vowel signs of Devanagari', 'राम', 'रम'],
    ['Chinese characters', '王', '玉'],
    ['emoji', '👍', '👎'],
    ['wildcards', '%', '_'],
  ])('distinguishes %s', (_, one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });
});

describe('searchText', () => {
  it('contains every text, but nothing that spans two of them', () => {
    const text = searchText('Ana Núñez', '2025550123');
    expect(text).toBe('ANA NUNEZ\n2025550123\n');
    expect(text).not.toContain(fold('Núñez 202'));
  });
});

describe('searchText of long texts', () => {
  const lengthOf = (text: string) => [...text].length;

  it.each([
    ['that folding multiplies', 'ﷺ'.repeat(100)],
    ['beyond 16 bits', '𐐀'.repeat(MAX_SEARCHED_CHARACTERS + 1)],
  ])('truncates each text %s to a bounded number of whole characters', (_, text) => {
    const [first, second] = searchText(text, '2025550123').split('\n');
    expect(lengthOf(first!)).toBe(MAX_SEARCHED_CHARACTERS);
    expect(fold(text).startsWith(first!)).toBe(true);
    expect(second).toBe('2025550123');
  });

  it('does not truncate the longest subject in Hangul, the script that grows most', () => {
    const subject = '값'.repeat(255);
    expect(searchText(subject)).toBe(`${fold(subject)}\n`);
    expect(lengthOf(fold(subject))).toBe(3 * 255);
  });
});

describe('contactText', () => {
  it('has the name and the forms of the number, one a line', () => {
    expect(contactText('Ana Núñez', '447911123456', '07911123456')).toBe(
      'ANA NUNEZ\n447911123456\n07911123456\n',
    );
  });
});

describe('fragmentsOf', () => {
  it.each([
    ['a name', 'Núñez', ['NUNEZ']],
    ['digits', '5678', ['5678']],
    ['what has letters and digits', 'TKT-000123', ['TKT-000123']],
    ['digits with marks between', '12-34', ['12-34', '1234']],
    ['the beginning of a number', '+49 151', ['+49 151', '\n49151']],
    ['digits of another script', '٤٩١', ['٤٩١', '491']],
    ['white space', ' \t', []],
    ['marks alone', '+-', ['+-']],
  ])('of %s', (_, search, fragments) => {
    expect(fragmentsOf(search)).toEqual(fragments);
  });
});

describe('termQuery', () => {
  it.each([
    ['one character', 'A', `'7:A':*`],
    ['two characters', '王伟', `'7:王伟':*`],
    ['three characters', 'ANA', `'7:ANA'`],
    ['more characters', 'MARÍA', `'7:MAR' & '7:RÍA'`],
    ['a number', '12125000040', `'7:121' & '7:250' & '7:000' & '7:040'`],
    ['characters beyond 16 bits', '👍👎👍👎', `'7:👍👎👍' & '7:👎👍👎'`],
    ['a quote', "O'N", `'7:O''N'`],
    ['a backslash', 'A\\', `'7:A\\\\':*`],
  ])('asks for the terms of %s', (_, fragment, query) => {
    expect(termQuery(7, [fragment])).toBe(query);
  });

  it.each([
    ['those that many texts have, if two others are left', 'CUSTOMER 4711', `'7:471' & '7:711'`],
    ['all but the two that the fewest have, if all are common', 'CUSTOMER', `'7:STO' & '7:CUS'`],
    ['all but one beside a single rare one', 'CUSTOMER 9', `'7:R 9' & '7:STO'`],
    ['repeated ones', '9999', `'7:999'`],
  ])('leaves out %s', (_, fragment, query) => {
    const shares = { CUS: 0.4, UST: 0.9, STO: 0.3, TOM: 0.9, OME: 0.9, MER: 0.8, 'ER ': 0.9 };
    const common = new Map(Object.entries(shares).map(([term, share]) => [`7:${term}`, share]));
    expect(termQuery(7, [fragment], common)).toBe(query);
  });

  it('asks for those of one of several fragments', () => {
    expect(termQuery(7, ['12-3', '\n12'])).toBe(`'7:12-' & '7:2-3' | '7:\n12'`);
  });
});
