import { catalogue, type ErrorCode } from './catalogue';

/** What an error may carry beside its code; `message` and `retryable` replace the catalogue's words. */
export interface ErrorDetails {
  message?: string;
  retryable?: boolean;
  /** For `validation_error`: the sentences of each offending member. */
  errors?: Record<string, string[]>;
  reason?: string;
  /** Seconds until a repeat makes sense. */
  retry_after?: number;
  required_scope?: string;
  ip?: string;
  allowed_hosts?: string[];
  template_send_endpoint?: string;
  /** The provider's own error; its code as text, whatever it is there. */
  provider?: { code: string; message: string };
  message_id?: number;
  conversation_id?: number;
}

/** The `error` member of an answer, and the body of a failed reply on the bus. */
export interface ErrorBody extends ErrorDetails {
  code: ErrorCode;
  message: string;
  retryable: boolean;
}

/** An expected failure with a code of the catalogue. Anything else that is thrown becomes `server_error`. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? catalogue[code].message);
    this.name = 'AppError';
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  /** The error as it goes over the wire. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      retryable: catalogue[this.code].retryable,
      ...this.details,
    };
  }

  /**
   * The error that a failed reply carried; a code of a newer version becomes `server_error`. Older versions sent and
   * stored the provider's code as a number.
   */
  static fromBody(body: ErrorBody): AppError {
    const { code, provider, ...details } = body;
    if (!(code in catalogue)) return new AppError('server_error');
    return new AppError(code, {
      ...details,
      ...(provider && { provider: { ...provider, code: String(provider.code) } }),
    });
  }
}

/** A `validation_error` for one member. */
export function invalid(field: string, sentence: string): AppError {
  return new AppError('validation_error', { errors: { [field]: [sentence] } });
}
