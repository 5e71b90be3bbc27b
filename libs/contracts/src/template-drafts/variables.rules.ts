const VARIABLE = /\{\{(\d+)\}\}/g;
const NAMED_VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
/** Anything in double braces, whether a variable or not. */
const BRACED = /\{\{([^{}]*)\}\}/g;

/** Maximum number of sentences about malformed variables, which a text can contain thousands of times. */
const MOST_SENTENCES = 20;

/** Returns the distinct numbers of the variables of a text, in order of appearance. */
export function variablesOf(text: string): number[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, number]) => Number(number)))];
}

/** Returns the distinct names of the variables of a text whose variables have names, in order of appearance. */
export function namedVariablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(NAMED_VARIABLE)].map(([, name]) => name!))];
}

/** Returns what is wrong with the variables of a text, one sentence each. The sentences call the text `member`. */
export function variableProblems(member: string, text: string): string[] {
  const sentences = [...malformed(member, text), ...outOfOrder(member, text), ...atTheEnds(member, text)];
  return sentences.length > 0 ? sentences : crowded(member, text);
}

function malformed(member: string, text: string): string[] {
  const sentences = [...text.matchAll(BRACED)]
    .filter(([braced]) => !/^\{\{[1-9]\d*\}\}$/.test(braced))
    .slice(0, MOST_SENTENCES)
    .map(
      ({ index, 0: braced }) =>
        `${member} has ${quoted(braced)} at character ${place(text, index)}. Number variables: {{1}}, {{2}} and so on.`,
    );
  const rest = text.replaceAll(BRACED, (braced) => ' '.repeat(braced.length));
  const stray = rest.search(/\{\{|\}\}/);
  if (stray >= 0) {
    sentences.push(
      `${member} has a pair of braces at character ${place(text, stray)} that is not a variable. Close or remove it.`,
    );
  }
  return sentences;
}

function outOfOrder(member: string, text: string): string[] {
  const wrong = variablesOf(text).findIndex((number, index) => number !== index + 1);
  if (wrong < 0) return [];
  return [
    `${member} has {{${variablesOf(text)[wrong]}}} where {{${wrong + 1}}} comes next. ` +
      'Number the variables from 1, in order and without gaps.',
  ];
}

function atTheEnds(member: string, text: string): string[] {
  const sentences: string[] = [];
  if (/^\s*\{\{[^{}]*\}\}/.test(text)) {
    sentences.push(`${member} begins with a variable, at character 1. Put text before it.`);
  }
  if (/\{\{[^{}]*\}\}\s*$/.test(text)) {
    sentences.push(
      `${member} ends with a variable, at character ${[...text.trimEnd()].length}. Put text after it.`,
    );
  }
  return sentences;
}

/** Checks for text between the variables, and for more words than variables, as the provider requires. */
function crowded(member: string, text: string): string[] {
  const adjacent = text.search(/\}\}\s*\{\{/);
  if (adjacent >= 0) {
    return [
      `${member} has two variables side by side at character ${place(text, adjacent)}. Put text between them.`,
    ];
  }
  const count = [...text.matchAll(VARIABLE)].length;
  const words = text.replaceAll(VARIABLE, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return count > 0 && words < count + 1
    ? [`${member} has ${count} variables for ${words} words. Write more text around them.`]
    : [];
}

function place(text: string, index: number): number {
  return [...text.slice(0, index)].length + 1;
}

function quoted(braced: string): string {
  return braced.length > 40 ? `${braced.slice(0, 40)}…` : braced;
}
