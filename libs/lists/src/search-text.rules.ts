/** Accents, and invisible characters (joiners, direction marks). Vowel signs of a script are letters and are kept. */
const IGNORED = /\p{Script=Inherited}|\p{Default_Ignorable_Code_Point}|(?=\p{Script=Hebrew})\p{Mn}/gu;

/** Letters with a stroke, and letters for two, which Unicode does not decompose. */
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
 * How many characters of a folded text are searchable. Folding can multiply the length of a text: a syllable of Hangul
 * becomes three letters, so this is three times the longest searchable text. But `ﷺ` becomes 18, and every character is
 * a term to be indexed whenever the record is written.
 */
export const MAX_SEARCHED_CHARACTERS = 768;

/** Returns the searchable text of a record: its folded texts, separated so that no fragment can span two of them. */
export function searchText(...texts: string[]): string {
  return texts.map((text) => firstCharacters(fold(text), MAX_SEARCHED_CHARACTERS)).join('\n');
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('');
}

/**
 * Makes texts equal that differ only in case, accents, compatibility forms (full-width digits, ligatures) or white
 * space. Converts to lower case and then to upper case, since only then `ß` matches `SS`, and `ς` matches `Σ`.
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

/** Returns whether a folded fragment is shorter than a term of `search_terms`. */
export function isBelowTerm(fragment: string): boolean {
  return [...fragment].length < TERM_LENGTH;
}

/** Returns the `tsquery` that finds the terms of a folded fragment in `search_terms`, regardless of their order. */
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
