/** Accents, and characters that show nothing (joiners, direction marks). Vowel signs of a script are letters and stay. */
const IGNORED = /\p{Script=Inherited}|\p{Default_Ignorable_Code_Point}|(?=\p{Script=Hebrew})\p{Mn}/gu;

/** Letters with a stroke or of two letters, which Unicode does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Ŧ: 'T',
  Þ: 'TH',
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/**
 * How many characters of one text a search looks into. Folding can multiply a text: a syllable of Hangul becomes three
 * letters, so this is three times the longest text that is searched, but `ﷺ` becomes 18, and every character is a term
 * to be indexed whenever the record is written.
 */
export const MAX_SEARCHED_CHARACTERS = 768;

/** What a search looks into: the texts of a record, folded as `fold` does, without a bridge from one to the next. */
export function searchText(...texts: string[]): string {
  return texts.map((text) => firstCharacters(fold(text), MAX_SEARCHED_CHARACTERS)).join('\n');
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('');
}

/**
 * Makes texts equal that differ in case, accents, compatibility forms (full-width digits, ligatures) or white space.
 * Upper case, after lower case, because only that way `ß` meets `SS`, and `ς` meets `Σ`.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(IGNORED, '')
    .toLowerCase()
    .toUpperCase()
    .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .trim();
}

const TERM_LENGTH = 3;

/** Whether a folded fragment is shorter than a term of `search_terms`. */
export function isBelowTerm(fragment: string): boolean {
  return [...fragment].length < TERM_LENGTH;
}

/** The `tsquery` that finds a folded fragment, but for the order of its terms, among those of `search_terms`. */
export function termQuery(accountId: number, fragment: string): string {
  if (isBelowTerm(fragment)) return `${quoted(`${accountId}:${fragment}`)}:*`;
  const characters = [...fragment];
  return characters
    .slice(TERM_LENGTH - 1)
    .map((_, start) => quoted(`${accountId}:${characters.slice(start, start + TERM_LENGTH).join('')}`))
    .join(' & ');
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
