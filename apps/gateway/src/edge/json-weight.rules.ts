/** How deep JSON may nest; an object without members that are objects is one level. */
export const MAX_DEPTH = 32;
/** How many values JSON may hold in all: texts, numbers, words, lists and objects. */
export const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** What JSON weighs, as far as it was counted. */
export interface JsonWeight {
  values: number;
  depth: number;
}

/**
 * Counts the values of JSON and its depth from the bytes alone, before anything is built from them: a mebibyte of small
 * values would cost a parser a hundred times what it costs to see that there are too many. It stops counting where one
 * of the limits is passed. Bytes that are no JSON weigh something too; the parser refuses them.
 */
export function weighJson(bytes: Uint8Array): JsonWeight {
  const weight = { values: 1, depth: 0 };
  let level = 0;
  let isOpened = false;
  for (let at = 0; at < bytes.length && weight.values <= MAX_VALUES && weight.depth <= MAX_DEPTH; at += 1) {
    const byte = bytes[at]!;
    if (byte <= SPACE) continue;
    const isEnd = isClosing(byte);
    // The first value of a list or an object; each of the others follows a comma.
    if (byte === COMMA || (isOpened && !isEnd)) weight.values += 1;
    isOpened = isOpening(byte);
    if (isOpened) weight.depth = Math.max(weight.depth, (level += 1));
    else if (isEnd) level -= 1;
    else if (byte === QUOTE) at = endOfText(bytes, at);
  }
  return weight;
}

/** Where the text that starts here ends. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isOpening(byte: number): boolean {
  return byte === 0x5b || byte === 0x7b;
}

function isClosing(byte: number): boolean {
  return byte === 0x5d || byte === 0x7d;
}
