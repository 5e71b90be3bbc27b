import type { UnsupportedMessage } from '@chat/contracts/messaging';

type Json = Record<string, unknown>;

/** Maximum length of the payload as JSON, in UTF-16 units. A page may have a hundred such messages. */
const MAX_PAYLOAD_LENGTH = 16_384;
/** Rows of earlier versions may nest deeper than other programs can read. */
const MAX_LEVELS = 32;
const MAX_WORDS_LENGTH = 1_000;

/**
 * Describes content of an unknown kind in the network's words.
 * @param raw JSON, as the connector stored it.
 */
export function toUnsupported(raw: string): UnsupportedMessage {
  const payload = raw.length <= MAX_PAYLOAD_LENGTH ? parse(raw) : null;
  const [error] = Array.isArray(payload?.errors) ? (payload.errors as unknown[]) : [];
  const { code, title, error_data } = isObject(error) ? error : {};
  return {
    type: wordOf(payload?.type),
    code: wordOf(code),
    title: wordOf(title),
    details: wordOf(isObject(error_data) ? error_data.details : null),
    payload: payload && levelsOf(raw) <= MAX_LEVELS ? payload : null,
  };
}

function parse(raw: string): Json | null {
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** How deep valid JSON nests. */
function levelsOf(raw: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of raw.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, (level += 1));
    else if (token === '}' || token === ']') level -= 1;
  }
  return deepest;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? [...value].slice(0, MAX_WORDS_LENGTH).join('') : null;
}
