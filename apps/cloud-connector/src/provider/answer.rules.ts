import type { ProviderErrorBody } from './provider-error';

const MAX_CODE_LENGTH = 50;

/** A parsed answer of the provider. */
export type ReadAnswer =
  | { kind: 'success'; body: Record<string, unknown> }
  | { kind: 'refusal'; error: ProviderErrorBody }
  | { kind: 'unreadable' };

/**
 * Parses an answer. An error body counts as an error whatever the status, since the provider's documents disagree on
 * statuses. Anything but a JSON object, and a failure without an error body, is unreadable.
 */
export function readAnswer(status: number, text: string): ReadAnswer {
  const body = parseObject(text);
  if (!body) return { kind: 'unreadable' };
  const error = errorOf(body);
  if (error) return { kind: 'refusal', error };
  return status >= 200 && status < 300 ? { kind: 'success', body } : { kind: 'unreadable' };
}

/** Parses an error of the provider: `error` of an answer, or an entry of `errors` of a callback. */
export function toProviderError(given: unknown): ProviderErrorBody | null {
  const code = isObject(given) ? codeOf(given.code) : null;
  if (!isObject(given) || code === null) return null;
  const {
    error_subcode: subcode,
    message,
    title,
    error_data: data,
    error_user_msg: words,
    is_transient,
  } = given;
  const details = isObject(data) ? data.details : (data ?? words);
  const read = codeOf(subcode);
  return {
    code,
    subcode: typeof read === 'number' ? read : null,
    message: storableText(
      typeof message === 'string' ? message : typeof title === 'string' ? title : `Code ${code}`,
    ),
    details: typeof details === 'string' ? storableText(details) : null,
    isTransient: is_transient === true,
  };
}

/** Not every server between the provider and us, nor every version of its own, writes codes as numbers. */
function codeOf(given: unknown): number | string | null {
  if (typeof given === 'number') return given;
  if (typeof given !== 'string') return null;
  const text = storableText(given).trim();
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return text === '' ? null : [...text].slice(0, MAX_CODE_LENGTH).join('');
}

/** The cursor of the next page in a list of the provider; null on the last page. */
export function nextCursor(paging: unknown): string | null {
  if (!isObject(paging) || paging.next === undefined || !isObject(paging.cursors)) return null;
  const { after } = paging.cursors;
  return typeof after === 'string' && after !== '' ? after : null;
}

/** Makes text storable in Postgres: removes NUL characters, and replaces lone surrogates, which the provider's cuts leave. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function errorOf(body: Record<string, unknown>): ProviderErrorBody | null {
  return toProviderError(body.error);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
