const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  U: 'Ú', // prettier-ignore
};

/** How much longer than English a language may be. */
const GROWTH = 0.4;

/**
 * A language that nobody speaks: English with accents, two fifths longer, in brackets. Shown from right to left, it proves that
 * every text is translated, that longer ones fit and that nothing depends on the direction.
 */
export function toPseudo(text: string): string {
  const accented = text.replaceAll(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter);
  return `[${accented}${'~'.repeat(Math.ceil(text.length * GROWTH))}]`;
}

/** Translates a dictionary with all that is in it, the results of its functions included. */
export function pseudoOf<T>(texts: T): T {
  if (typeof texts === 'string') return toPseudo(texts) as T;
  if (typeof texts === 'function')
    return ((...values: unknown[]) => pseudoOf((texts as (...values: unknown[]) => unknown)(...values))) as T;
  if (typeof texts === 'object' && texts !== null)
    return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, pseudoOf(value)])) as T;
  return texts;
}
