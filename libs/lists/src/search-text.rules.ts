import { searchedDigits, writtenForms } from '@chat/phone-numbers';

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
/** What keyboards and word processors put in place of a plain apostrophe, quotation mark or hyphen. */
const PLAIN_MARKS: readonly (readonly [RegExp, string])[] = [
  [/[\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c]/gu, "'"],
  [/[\u05f4\u00ab\u00bb\u201c-\u201f\u2033\u2036]/gu, '"'],
  [/[\p{Pd}\u2212]/gu, '-'],
];
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/**
 * How many characters of a folded text are searchable. Folding can multiply the length of a text: a syllable of Hangul
 * becomes three letters, so this is three times the longest searchable text. But `ﷺ` becomes 18, and every character is
 * a term to be indexed whenever the record is written.
 */
export const MAX_SEARCHED_CHARACTERS = 768;

/** Ends each line of a searchable text. No folded text contains it. */
export const LINE_END = '\n';

/** Returns the searchable text of a record: a line for each folded text, so that no fragment can span two of them. */
export function searchText(...texts: string[]): string {
  return texts.map((text) => firstCharacters(fold(text), MAX_SEARCHED_CHARACTERS) + LINE_END).join('');
}

/**
 * Returns the searchable text of a contact.
 * @param name may be folded already.
 * @param phone the international form.
 * @param asGiven the national number as somebody wrote it.
 */
export function contactText(name: string, phone: string, asGiven?: string): string {
  return searchText(name, ...writtenForms(phone, asGiven));
}

/**
 * Returns the fragments of which a searchable text must contain one to match: the folded search, and, if it is a number,
 * its digits in the forms of `contactText`. Nothing if there is nothing to search for.
 */
export function fragmentsOf(search: string): string[] {
  const folded = fold(search);
  if (folded === '') return [];
  const numbers = searchedDigits(folded).map(({ digits, isBeginning }) =>
    isBeginning ? LINE_END + digits : digits,
  );
  return [folded, ...numbers].reduce<string[]>(
    (fragments, fragment) =>
      fragments.some((other) => fragment.includes(other)) ? fragments : [...fragments, fragment],
    [],
  );
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('');
}

/**
 * Makes texts equal that differ only in case, accents, compatibility forms (full-width digits, ligatures), typographic
 * marks or white space. Converts to lower case and then to upper case, since only then `ß` matches `SS`, and `ς` matches `Σ`.
 */
export function fold(text: string): string {
  // Before the decomposition too, which makes a space and an accent of an acute that stands alone.
  return plainMarks(plainMarks(text).normalize('NFKD'))
    .replace(IGNORED, '')
    .toLowerCase()
    .toUpperCase()
    .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .trim();
}

function plainMarks(text: string): string {
  return PLAIN_MARKS.reduce((plain, [marks, mark]) => plain.replace(marks, mark), text);
}

const TERM_LENGTH = 3;

/** Returns whether a folded fragment is shorter than a term of `search_terms`. */
export function isBelowTerm(fragment: string): boolean {
  return [...fragment].length < TERM_LENGTH;
}

/** How many terms are enough, if others are common: few texts have two rare ones without having the fragment. */
const ENOUGH_TERMS = 2;

/**
 * Returns the `tsquery` that finds the terms of one of these fragments in `search_terms`, regardless of their order.
 * @param common the share of the rows that have a term, of those that many have.
 */
export function termQuery(
  accountId: number,
  fragments: string[],
  common: ReadonlyMap<string, number> = new Map(),
): string {
  // `&` binds more tightly than `|`.
  return fragments.map((fragment) => termsOf(accountId, fragment, common)).join(' | ');
}

function termsOf(accountId: number, fragment: string, common: ReadonlyMap<string, number>): string {
  if (isBelowTerm(fragment)) return `${quoted(`${accountId}:${fragment}`)}:*`;
  const characters = [...fragment];
  const last = characters.length - TERM_LENGTH;
  const all = Array.from(
    { length: last + 1 },
    (_, start) => `${accountId}:${characters.slice(start, start + TERM_LENGTH).join('')}`,
  );
  // As many as cover the fragment: each more is read from the index, too.
  const covering = all.filter((_, start) => start % TERM_LENGTH === 0 || start === last);
  return chosenOf(all, covering, common).map(quoted).join(' & ');
}

/** Leaves out common terms as far as others are enough: finding out which rows have a common one takes longest. */
function chosenOf(all: string[], covering: string[], common: ReadonlyMap<string, number>): string[] {
  const rare = new Set(covering.filter((term) => !common.has(term)));
  if (rare.size >= ENOUGH_TERMS) return [...rare];
  const shareOf = (term: string) => common.get(term) ?? 0;
  return [...new Set(all)].sort((a, b) => shareOf(a) - shareOf(b)).slice(0, ENOUGH_TERMS);
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
