import { ChatApi } from '@chat/client';
import { ApiClient, judgedFetch, type Credential } from './api-client';

/**
 * The typed client of customers, for journeys: it validates every response against the OpenAPI document and does not
 * retry, so that a test sees the first response.
 */
export class TestClient extends ChatApi {
  /** For input that the typed client refuses, and for statuses and headers, which it does not show. */
  readonly raw: ApiClient;

  /** @param headers of every typed request, such as those of a proxy. */
  constructor(baseUrl: string, credential: Credential, headers: Readonly<Record<string, string>> = {}) {
    const fetchBehindProxy: typeof fetch = (input, init) =>
      judgedFetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } });
    super({ ...credential, baseUrl, maxRetries: 0, timeoutMs: 30_000, fetch: fetchBehindProxy });
    this.raw = new ApiClient(baseUrl, credential);
  }
}
