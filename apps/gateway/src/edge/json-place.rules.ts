/** Where a text stops being JSON. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

type State = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'end';

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Returns the place of the first character that JSON cannot have there, or of the end of a text that ends too early. The
 * parser of the runtime says it for some errors only, and quotes the text.
 */
export function placeOfError(text: string): Place {
  const index = indexOfError(text);
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

function indexOfError(text: string): number {
  const open: string[] = [];
  let state: State = 'value';
  let index = 0;
  for (;;) {
    index = endOf(SPACE, text, index);
    const character = text.charAt(index);
    if (character === '') return index;
    const next = step(state, character, open);
    if (next === null) return index;
    state = next;
    const end = character === '"' ? endOfString(text, index) : endOfOther(text, index);
    if (end < 0) return -end - 1;
    index = end;
  }
}

/** Returns what may follow a token that begins like this, and opens or closes what it opens or closes; null if it is wrong. */
function step(state: State, character: string, open: string[]): State | null {
  const expectsValue = state === 'value' || state === 'first value';
  if (expectsValue && (character === '{' || character === '[')) {
    open.push(character);
    return character === '{' ? 'first key' : 'first value';
  }
  if (expectsValue && /["tfn\d-]/.test(character)) return 'end';
  if (character === '"' && (state === 'key' || state === 'first key')) return 'colon';
  if (character === ':') return state === 'colon' ? 'value' : null;
  const around = open.at(-1);
  if (character === ',' && state === 'end' && around) return around === '{' ? 'key' : 'value';
  const closes = around === '{' ? ['first key', '}'] : ['first value', ']'];
  if (!around || character !== closes[1] || (state !== 'end' && state !== closes[0])) return null;
  open.pop();
  return 'end';
}

/** @returns the end of a string, or, for one that is broken at an index, its negative minus 1. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; ; index += 1) {
    const character = text.charAt(index);
    if (character === '"') return index + 1;
    if (character < ' ') return -index - 1;
    if (character !== '\\') continue;
    const end = endOf(ESCAPE, text, index);
    if (end === index) return -index - 1;
    index = end - 1;
  }
}

function endOfOther(text: string, start: number): number {
  if (/[{}[\]:,]/.test(text.charAt(start))) return start + 1;
  const end = endOf(LITERAL, text, start);
  return end === start ? -start - 1 : end;
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(text)?.[0].length ?? 0);
}
