import { AnswerJudge } from './openapi/answer-judge';

export interface Credential {
  clientId: string;
  clientSecret: string;
}

export interface ApiErrorBody {
  code: string;
  message: string;
  retryable: boolean;
  [extra: string]: unknown;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface CallOptions {
  headers?: Record<string, string>;
  /** Defaults to 30 seconds. */
  timeoutMs?: number;
}

/** A response of the API, with any status. */
export class Answer<T = unknown> {
  constructor(
    private readonly call: string,
    readonly status: number,
    readonly headers: Headers,
    readonly bytes: Buffer,
  ) {}

  /** The parsed JSON. */
  get body(): unknown {
    return JSON.parse(this.bytes.toString('utf8')) as unknown;
  }

  /** The `data` of a success. @throws Error that quotes the response if it is a failure. */
  get data(): T {
    const { ok, data } = this.body as { ok?: boolean; data?: T };
    if (ok !== true || this.status >= 400) throw new Error(this.describe('a success'));
    return data as T;
  }

  /** The `error` of a failure. @throws Error that quotes the response if it is a success. */
  get error(): ApiErrorBody {
    const { ok, error } = this.body as { ok?: boolean; error?: ApiErrorBody };
    if (ok !== false || error === undefined || this.status < 400) throw new Error(this.describe('a failure'));
    return error;
  }

  /** A message with the expected and the actual response. */
  describe(expected: string): string {
    return `${this.call} was to be ${expected}, but answered ${this.status}: ${this.bytes.toString('utf8', 0, 1000)}`;
  }
}

/**
 * A `fetch` for the typed client that validates every response against the OpenAPI document, and rejects when they differ.
 */
export const judgedFetch: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  const response = await fetch(input, init);
  const method = init?.method ?? 'GET';
  const { status, headers, bytes } = await judged(AnswerJudge.committed, method, pathname + search, response);
  return new Response(bytes.length > 0 ? bytes : null, { status, headers });
};

/**
 * Calls the API from outside with any input, valid or not, and exposes the whole response. Every response is validated
 * against the OpenAPI document: a call rejects when they differ. For valid input, use the typed `TestClient`.
 */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly credential?: Credential,
    private readonly judge: AnswerJudge | null = AnswerJudge.committed,
  ) {}

  get<T = unknown>(path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.call('GET', path, undefined, options);
  }

  post<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<Answer<T>> {
    return this.call('POST', path, body, options);
  }

  patch<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<Answer<T>> {
    return this.call('PATCH', path, body, options);
  }

  put<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<Answer<T>> {
    return this.call('PUT', path, body, options);
  }

  delete<T = unknown>(path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.call('DELETE', path, undefined, options);
  }

  /** FormData is sent as multipart, any other body as JSON. */
  private async call<T>(
    method: Method,
    path: string,
    body: object | undefined,
    { headers = {}, timeoutMs = 30_000 }: CallOptions = {},
  ): Promise<Answer<T>> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...this.authentication(),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return judged<T>(this.judge, method, path, response);
  }

  private authentication(): Record<string, string> {
    if (!this.credential) return {};
    return { 'client-id': this.credential.clientId, 'client-secret': this.credential.clientSecret };
  }
}

/** The whole response. @throws Error if it differs from the document. */
async function judged<T>(
  judge: AnswerJudge | null,
  method: string,
  path: string,
  response: Response,
): Promise<Answer<T>> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const answer = new Answer<T>(`${method} ${path}`, response.status, response.headers, bytes);
  const differences = judge?.differences(method, path, answer) ?? [];
  if (differences.length > 0)
    throw new Error(answer.describe(`as docs/openapi.json says: ${differences.join(' ')}`));
  return answer;
}
