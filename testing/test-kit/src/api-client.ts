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
  /** 30 seconds unless told. */
  timeoutMs?: number;
}

/** One answer of the API, of whatever status. */
export class Answer<T = unknown> {
  constructor(
    private readonly call: string,
    readonly status: number,
    readonly headers: Headers,
    readonly bytes: Buffer,
  ) {}

  /** The JSON as it came. */
  get body(): unknown {
    return JSON.parse(this.bytes.toString('utf8')) as unknown;
  }

  /** The `data` of a success; throws an Error that quotes the answer when it is none. */
  get data(): T {
    const { ok, data } = this.body as { ok?: boolean; data?: T };
    if (ok !== true || this.status >= 400) throw new Error(this.describe('a success'));
    return data as T;
  }

  /** The `error` of a failure; throws an Error that quotes the answer when it is none. */
  get error(): ApiErrorBody {
    const { ok, error } = this.body as { ok?: boolean; error?: ApiErrorBody };
    if (ok !== false || error === undefined || this.status < 400) throw new Error(this.describe('a failure'));
    return error;
  }

  /** What was expected of the call, and what came instead. */
  describe(expected: string): string {
    return `${this.call} was to be ${expected}, but answered ${this.status}: ${this.bytes.toString('utf8', 0, 1000)}`;
  }
}

/**
 * A `fetch` for the typed client that holds every answer against the OpenAPI document, and rejects when they differ.
 */
export const judgedFetch: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  const response = await fetch(input, init);
  const method = init?.method ?? 'GET';
  const { status, headers, bytes } = await judged(AnswerJudge.committed, method, pathname + search, response);
  return new Response(bytes.length > 0 ? bytes : null, { status, headers });
};

/**
 * Calls the API from outside with whatever a test wants to send, and shows all that came back. Every answer is held
 * against the OpenAPI document: a call rejects when they differ. Where the input is right, use the typed `TestClient`.
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

  /** A body of any kind is sent as JSON, but for FormData, which goes as multipart. */
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

/** The whole answer. @throws Error when it is not as the document says. */
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
