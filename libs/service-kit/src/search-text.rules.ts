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

/** What a search looks into: the texts of a record, folded as `fold` does, without a bridge from one to the next. */
export function searchText(...texts: string[]): string {
  return texts.map(fold).join('\n');
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

/** The `tsquery` that finds a folded fragment, but for the order of its terms, among those of `search_terms`. */
export function termQuery(accountId: number, fragment: string): string {
  const characters = [...fragment];
  if (characters.length < 3) return `${quoted(`${accountId}:${fragment}`)}:*`;
  return characters
    .slice(2)
    .map((_, index) => quoted(`${accountId}:${characters.slice(index, index + 3).join('')}`))
    .join(' & ');
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
