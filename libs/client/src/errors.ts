import type { Error as ErrorDetails } from './generated/openapi.ts';

/** The API answered a failure. Decide by `code`. */
export class ChatApiError extends Error {
  override readonly name = 'ChatApiError';
  readonly code: ErrorDetails['code'];
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    /** Of the HTTP answer. */
    readonly status: number,
    /** The whole `error` of the answer: what is wrong with each member, the required scope and so on. */
    readonly details: ErrorDetails,
    /** Names the request in the log of the installation. */
    readonly requestId: string | undefined,
    /** Seconds after which a repeat makes sense. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${details.code}: ${details.message}`);
    this.code = details.code;
    this.retryable = details.retryable;
  }
}

/** No answer of the API came: the connection failed, took too long, or something else answered. */
export class ChatConnectionError extends Error {
  override readonly name = 'ChatConnectionError';
  readonly retryable = undefined;
  /** Of an answer that was none of the API; undefined when none came. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    from: { cause?: unknown; status?: number; retryAfterSeconds?: number | undefined },
  ) {
    super(message, { cause: from.cause });
    this.status = from.status;
    this.retryAfterSeconds = from.retryAfterSeconds;
  }
}

/** A request to a webhook endpoint that is not genuine. Answer 401 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
