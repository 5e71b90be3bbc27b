import { catalogue, sentenceOf, type ErrorCode } from './catalogue';

/** The members of an error beside its code; `message` and `retryable` override those of the catalogue. */
export interface ErrorDetails {
  message?: string;
  retryable?: boolean;
  /** For `validation_error`, `not_found` and `invalid_phone`: the sentences of each offending member. */
  errors?: Record<string, string[]>;
  reason?: string;
  /** The seconds to wait before a retry. */
  retry_after?: number;
  /** The end of the restriction that refused the request. */
  until?: string;
  required_scope?: string;
  ip?: string;
  allowed_hosts?: string[];
  template_send_endpoint?: string;
  /** The provider's own error, with its code as text. */
  provider?: { code: string; message: string };
  /** The contact that has the number already. */
  contact_id?: number;
  message_id?: number;
  conversation_id?: number;
  /** How the probes of a webhook endpoint ended. */
  probes?: { response_status: number | null; error: string | null; duration_ms: number }[];
}

/** The `error` member of a response, and the body of a failed reply on the bus. */
export interface ErrorBody extends ErrorDetails {
  code: ErrorCode;
  message: string;
  retryable: boolean;
}

/** The cause of an error. */
interface Origin {
  cause?: unknown;
  isRelayed?: boolean;
  isReplay?: boolean;
}

/** An expected failure with a code of the catalogue. Anything else that is thrown becomes `server_error`. */
export class AppError extends Error {
  /** Whether another service returned this error, and logged it. */
  readonly isRelayed: boolean;
  /** True if it repeats the response to an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean;

  /** @param origin the error that led to this one, for the log; it never reaches a client. */
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    origin: Origin = {},
  ) {
    super(
      details.message ?? sentenceOf(code, details),
      'cause' in origin ? { cause: origin.cause } : undefined,
    );
    this.name = 'AppError';
    this.isRelayed = origin.isRelayed ?? false;
    this.isReplay = origin.isReplay ?? false;
  }

  get status(): number {
    return catalogue[this.code].status;
  }

  /** The error as it is sent. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      retryable: catalogue[this.code].retryable,
      ...this.details,
    };
  }

  /** The same error with more details. */
  with(details: ErrorDetails): AppError {
    return new AppError(this.code, { ...this.details, ...details }, this);
  }

  /**
   * The error that a body describes; a code of a newer version becomes `server_error`. Older versions sent and stored
   * the provider's code as a number.
   */
  static fromBody({ code, provider, ...details }: ErrorBody, origin?: Origin): AppError {
    if (!(code in catalogue)) return new AppError('server_error', {}, origin);
    const words = provider && { provider: { ...provider, code: String(provider.code) } };
    return new AppError(code, { ...details, ...words }, origin);
  }

  /** The error that another service returned with this body. */
  static fromReply(body: ErrorBody): AppError {
    return AppError.fromBody(body, { isRelayed: true });
  }
}

/** A `validation_error` for one member. */
export function invalid(field: string, sentence: string): AppError {
  return new AppError('validation_error', { errors: { [field]: [sentence] } });
}

/** A `not_found` for a record that a member of the body or query refers to. @param sentence which record it must be. */
export function notFoundBy(field: string, sentence: string): AppError {
  return new AppError('not_found', {
    message: `Nothing was found for ${field}. Correct it, or look it up in the list of such records.`,
    errors: { [field]: [sentence] },
  });
}

/** An `invalid_phone` for `mobile_code` and `mobile`. @param isDialCode whether the dial code exists. */
export function invalidPhone(isDialCode: boolean): AppError {
  const errors: Record<string, string[]> = isDialCode
    ? { mobile: ['mobile must be a possible national number of the dial code in mobile_code, without it.'] }
    : { mobile_code: ['mobile_code must be a dial code that exists, as in 1, 44 or 49.'] };
  return new AppError('invalid_phone', { errors });
}
