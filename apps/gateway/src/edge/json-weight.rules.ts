/** The maximum depth of JSON; an object without nested objects is one level. */
export const MAX_DEPTH = 32;
/** The maximum number of values in JSON: texts, numbers, literals, lists and objects. */
export const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** The counted size of JSON. */
export interface JsonWeight {
  values: number;
  depth: number;
}

/**
 * Counts the values and the depth of JSON from its bytes alone, before anything is built from them: parsing a mebibyte
 * of small values would cost a hundred times as much as counting them. It stops as soon as a limit is exceeded. Invalid
 * JSON is counted too; the parser refuses it.
 */
export function weighJson(bytes: Uint8Array): JsonWeight {
  const weight = { values: 1, depth: 0 };
  let level = 0;
  let isOpened = false;
  for (let at = 0; at < bytes.length && weight.values <= MAX_VALUES && weight.depth <= MAX_DEPTH; at += 1) {
    const byte = bytes[at]!;
    if (byte <= SPACE) continue;
    const isEnd = isClosing(byte);
    // Counts the first value of a list or object here, and each further one at its comma.
    if (byte === COMMA || (isOpened && !isEnd)) weight.values += 1;
    isOpened = isOpening(byte);
    if (isOpened) weight.depth = Math.max(weight.depth, (level += 1));
    else if (isEnd) level -= 1;
    else if (byte === QUOTE) at = endOfText(bytes, at);
  }
  return weight;
}

/** Returns the end of the text that starts here. */
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
