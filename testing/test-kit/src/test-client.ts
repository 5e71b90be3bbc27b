import { ChatApi } from '@chat/client';
import { ApiClient, judgedFetch, type Credential } from './api-client';

/**
 * The typed client that customers use, as journeys use it: every answer is held against the OpenAPI document, and
 * nothing is repeated, so that a test sees the first answer.
 */
export class TestClient extends ChatApi {
  /** For what the typed client refuses to send, and for statuses and headers, which it does not show. */
  readonly raw: ApiClient;

  /** @param headers of every typed request, as a proxy on the way adds them. */
  constructor(baseUrl: string, credential: Credential, headers: Readonly<Record<string, string>> = {}) {
    const fetchBehindProxy: typeof fetch = (input, init) =>
      judgedFetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } });
    super({ ...credential, baseUrl, maxRetries: 0, timeoutMs: 30_000, fetch: fetchBehindProxy });
    this.raw = new ApiClient(baseUrl, credential);
  }
}
