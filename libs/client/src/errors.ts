import type { Error as ErrorDetails } from './generated/openapi.ts';

/** The API answered with an error. Base decisions on `code`. */
export class ChatApiError extends Error {
  override readonly name = 'ChatApiError';
  readonly code: ErrorDetails['code'];
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    /** The status of the HTTP response. */
    readonly status: number,
    /** The whole `error` of the answer: the problems of each member, the required scope and so on. */
    readonly details: ErrorDetails,
    /** Identifies the request in the logs of the installation. */
    readonly requestId: string | undefined,
    /** Seconds after which a retry is worthwhile. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(sentenceOf(details));
    this.code = details.code;
    this.retryable = details.retryable;
  }
}

/** The code, the message and the problems of each field: what a log needs. */
function sentenceOf({ code, message, errors = {} }: ErrorDetails): string {
  const problems = Object.values(errors).flat().join(' ');
  return `${code}: ${message}${problems && ` ${problems}`}`;
}

/** The API did not answer: the connection failed or timed out, or something else answered. */
export class ChatConnectionError extends Error {
  override readonly name = 'ChatConnectionError';
  readonly retryable = undefined;
  /** The status of an answer that did not come from the API; undefined without an answer. */
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

/** A webhook request that is not genuine. Answer 401 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
