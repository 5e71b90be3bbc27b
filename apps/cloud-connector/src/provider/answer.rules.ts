import type { ProviderErrorBody } from './provider-error';

/** What an answer of the provider means. */
export type ReadAnswer =
  | { kind: 'success'; body: Record<string, unknown> }
  | { kind: 'refusal'; error: ProviderErrorBody }
  | { kind: 'unreadable' };

/**
 * Reads an answer. An error body is an error whatever the status says, since the provider's sources disagree on
 * statuses; anything that is no JSON object, or a failure without an error body, says nothing.
 */
export function readAnswer(status: number, text: string): ReadAnswer {
  const body = parseObject(text);
  if (!body) return { kind: 'unreadable' };
  const error = errorOf(body);
  if (error) return { kind: 'refusal', error };
  return status >= 200 && status < 300 ? { kind: 'success', body } : { kind: 'unreadable' };
}

/** An error as the provider writes it: `error` of an answer, or an entry of `errors` of a callback. */
export function toProviderError(given: unknown): ProviderErrorBody | null {
  if (!isObject(given) || typeof given.code !== 'number') return null;
  const { code, error_subcode: subcode, message, title, error_data: data, error_user_msg: words } = given;
  const details = isObject(data) ? data.details : (data ?? words);
  return {
    code,
    subcode: typeof subcode === 'number' ? subcode : null,
    message: storableText(
      typeof message === 'string' ? message : typeof title === 'string' ? title : `Code ${code}`,
    ),
    details: typeof details === 'string' ? storableText(details) : null,
  };
}

/** The cursor of the page after this one in a list of the provider; null on the last page. */
export function nextCursor(paging: unknown): string | null {
  if (!isObject(paging) || paging.next === undefined || !isObject(paging.cursors)) return null;
  const { after } = paging.cursors;
  return typeof after === 'string' && after !== '' ? after : null;
}

/** Returns the text without what Postgres cannot hold: NUL characters, and halves of characters that the provider cut. */
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
