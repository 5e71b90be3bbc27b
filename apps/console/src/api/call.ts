/** A refusal in the words of the API, or a request that got no answer (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly requestId: string | null = null,
  ) {
    super(message);
  }

  /** The sentences about one member of the request. */
  of(field: string): string | undefined {
    const errors = this.details['errors'] as Record<string, string[]> | undefined;
    return errors?.[field]?.join(' ');
  }
}

export const NO_ANSWER = 'no_answer';
/** The page was left before there was an answer. */
export const WAS_LEFT = 'was_left';

export interface Pagination {
  readonly current_page: number | null;
  readonly last_page: number | null;
  readonly total: number | null;
  readonly total_capped?: boolean;
  readonly next_cursor: string | null;
}

export interface Answer<T> {
  readonly data: T;
  readonly pagination?: Pagination;
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
  /** Makes a repeated request the same one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The address of an operation, below the path at which the console is. */
export function addressOf(path: string, query: CallOptions['query'] = {}): string {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  return url.href;
}

/** Calls an operation as the person who is signed in. @throws ApiError */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const { query, body, idempotencyKey, signal } = options;
  const response = await fetch(addressOf(path, query), {
    method,
    headers: headersOf(body !== undefined, idempotencyKey),
    body: body && JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, NO_ANSWER, '');
  });
  return read<T>(response.status, await response.text().catch(() => ''));
}

/** The data of an answer. */
export async function dataOf<T>(method: Method, path: string, options?: CallOptions): Promise<T> {
  return (await call<T>(method, path, options)).data;
}

/** Asks for a file, which may take minutes. It is complete, or there is none. @throws ApiError */
export async function fileOf(path: string, body: object, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(addressOf(path), {
      method: 'POST',
      headers: headersOf(true),
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok) read(response.status, await response.text());
    return await response.blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, signal.aborted ? 'cancelled' : NO_ANSWER, '');
  }
}

interface Uploading {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Is told the share of the form that has left. */
  readonly onProgress: (share: number) => void;
}

/** Uploads a form. @throws ApiError, `cancelled` if `signal` aborts it. */
export async function upload<T>(path: string, form: FormData, options: Uploading): Promise<T> {
  const { idempotencyKey, signal, onProgress } = options;
  const request = new XMLHttpRequest();
  request.open('POST', addressOf(path));
  for (const [name, value] of Object.entries(headersOf(false, idempotencyKey)))
    request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  signal.addEventListener('abort', () => request.abort());
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = request.onabort = () =>
      reject(new ApiError(0, signal.aborted ? 'cancelled' : NO_ANSWER, ''));
    request.send(form);
  });
  return read<T>(request.status, request.responseText).data;
}

/** The account that this page shows. In another tab, the person may have chosen another one for the session. */
let shownAccount: number | undefined;

/** From now on, requests are refused with `account_mismatch` if the session acts in another account. */
export function showAccount(id: number): void {
  shownAccount = id;
}

function headersOf(hasJson: boolean, idempotencyKey?: string): Record<string, string> {
  return {
    accept: 'application/json',
    'x-console': '1',
    ...(shownAccount !== undefined && { 'x-console-account': String(shownAccount) }),
    ...(hasJson && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

function read<T>(status: number, text: string): Answer<T> {
  const answer = parse(text);
  // A proxy in front answers what it likes.
  if (answer === undefined) throw new ApiError(status, status >= 500 ? NO_ANSWER : 'bad_answer', '');
  if (answer.ok) return { data: answer.data as T, pagination: answer.meta.pagination };
  const { code, message, ...details } = answer.error;
  throw new ApiError(status, code, message, details, answer.meta.request_id);
}

type Envelope =
  | { ok: true; data: unknown; meta: { request_id: string; pagination?: Pagination } }
  | { ok: false; error: { code: string; message: string }; meta: { request_id: string } };

function parse(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Envelope | null;
    return typeof value?.ok === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}
