const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

export type ParameterFormat = 'POSITIONAL' | 'NAMED';

/** Returns the names between the braces, each once, in order. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim()))];
}

/** Returns what is wrong with the placeholders, as a sentence; null when they are valid. */
export function placeholderProblem(text: string, format: ParameterFormat): string | null {
  const names = placeholdersOf(text);
  if (format === 'NAMED') {
    const wrong = names.find((name) => !/^[a-z][a-z0-9_]*$/.test(name));
    return wrong === undefined ? null : `The variable {{${wrong}}} must be a lower-case name.`;
  }
  if (names.some((name, index) => name !== String(index + 1))) {
    return 'Variables must be numbered {{1}}, {{2}} and so on, without a gap.';
  }
  return null;
}

/** Whether the text begins or ends with a variable. */
export function hasEdgeVariable(text: string): boolean {
  return /^\s*\{\{[^{}]*\}\}/.test(text) || /\{\{[^{}]*\}\}\s*$/.test(text);
}

/** Whether two variables are adjacent, or there are too many for the number of words. */
export function hasTooManyVariables(text: string): boolean {
  if (/\}\}\s*\{\{/.test(text)) return true;
  const variables = [...text.matchAll(PLACEHOLDER)].length;
  if (variables === 0) return false;
  const words = text
    .replaceAll(PLACEHOLDER, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words < variables + 1;
}

/** Returns the text with its variables filled in. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name.trim()] ?? whole);
}
